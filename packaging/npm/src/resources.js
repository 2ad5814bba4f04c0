// Objects of the library that JavaScript owns: freed by dispose(), or after their owner was collected.
//
// A world uses the meshes of its bodies. A mesh that is disposed while a world or a snapshot uses it is freed after them.

import {forgetWorld, lib} from './library.js';

class Resource {
    constructor(handle, destroy) {
        this.handle = handle; // address; 0: there is no object of the library
        this.destroy = destroy; // name of the function that frees it
        this.parts = new Set(); // resources that this one uses
        this.users = 0;
        this.closed = false; // true once the owner has no more use for it
    }
}

const registry = new FinalizationRegistry((resource) => close(resource));

// Returns the resource of a new object of the library, freed with its owner.
export function own(owner, handle, destroy) {
    const resource = new Resource(handle, destroy);
    registry.register(owner, resource, resource);
    return resource;
}

// Keeps `part` while `resource` is in use.
export function hold(resource, part) {
    if (resource.parts.has(part)) return;
    resource.parts.add(part);
    part.users++;
}

// Frees a resource, or lets its last user free it.
export function close(resource) {
    if (resource.closed) return;
    resource.closed = true;
    registry.unregister(resource);
    freeIfUnused(resource);
}

function freeIfUnused(resource) {
    if (!resource.closed || resource.users > 0) return;
    forgetWorld(resource.handle);
    if (resource.handle !== 0) lib[resource.destroy](resource.handle);
    for (const part of resource.parts) {
        part.users--;
        freeIfUnused(part);
    }
    resource.parts.clear();
}

// Returns the handle. Errors: Error after dispose().
export function getHandle(resource, name) {
    if (resource.closed) throw new Error(`${name} was disposed`);
    return resource.handle;
}
