// Messages of the page: the loading bar, short notices, and a page-filling message where the program cannot run.

const NOTICE_TIME = 6000; // milliseconds

const REMEDIES = {
    WebGL2: [
        'First Contact draws with WebGL2, which this browser does not offer.',
        'Switch on hardware acceleration in the settings of the browser, and restart it.',
        'Update the browser and the graphics driver, or use a current Firefox, Chrome, Edge or Safari.',
    ],
    other: [
        'First Contact needs a newer browser.',
        'Use a current version of Firefox, Chrome, Edge or Safari.',
        'If this one is current, a setting or an extension may block WebAssembly.',
    ],
};

function find(id) {
    return document.getElementById(id);
}

function makeElement(tag, text, attributes = {}) {
    const element = document.createElement(tag);
    element.textContent = text;
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
}

/** Shows the progress of loading: a share in [0, 1], or null where the server does not say how much comes. */
export function showProgress(share, bytes) {
    const bar = find('progress');
    if (share === null) bar.removeAttribute('value');
    else bar.value = share;
    find('loaded').textContent = `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Removes the loading bar. */
export function endLoading() {
    find('loading').hidden = true;
}

/** Shows why the program does not run and what to do, in place of the program. `details` is optional. */
export function showObstacle(title, advice, details) {
    endLoading();
    document.body.classList.add('stopped');
    const box = find('obstacle');
    const list = document.createElement('ul');
    for (const line of advice) list.append(makeElement('li', line));
    box.replaceChildren(makeElement('h1', title), list);
    if (details) box.append(makeElement('p', details, { class: 'details' }));
    const again = makeElement('button', 'Start again', { type: 'button' });
    again.addEventListener('click', () => location.reload());
    const links = makeElement('p', '', { class: 'actions' });
    links.append(again, makeElement('a', 'See the pictures of all scenes', { href: 'gallery.html', target: '_top' }));
    box.append(links);
    box.hidden = false;
}

/** The same for a feature that the browser lacks. */
export function showMissingFeature(feature) {
    const [title, ...advice] = REMEDIES[feature] ?? REMEDIES.other;
    showObstacle(title, advice, `Missing: ${feature}`);
}

let timer;

/** Shows a notice for some seconds. `action` is optional: {label, act}, a button beside the text. */
export function notify(text, action) {
    const notice = find('notice');
    clearTimeout(timer);
    notice.replaceChildren(makeElement('span', text));
    if (action) {
        const button = makeElement('button', action.label, { type: 'button' });
        button.addEventListener('click', action.act);
        notice.append(button);
    }
    notice.hidden = false;
    timer = setTimeout(() => (notice.hidden = true), action ? 2 * NOTICE_TIME : NOTICE_TIME);
}
