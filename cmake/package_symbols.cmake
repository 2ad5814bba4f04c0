# Writes the control file `symbols` of the package of the shared library, before CPack builds the packages: the symbols
# that are in the library, each with the version that first had it. Fails if one of packaging/libfirstcontact.symbols has
# vanished. Adds those that are new.
file(GLOB library ${CPACK_TEMPORARY_DIRECTORY}/library/usr/lib/*/libfirstcontact.so.*.*.*)
set(release -${CPACK_DEBIAN_PACKAGE_RELEASE}) # makes the version a later one than that of the symbols, as the tool needs it
execute_process(COMMAND dpkg-gensymbols -p${CPACK_DEBIAN_LIBRARY_PACKAGE_NAME} -v${CPACK_FC_VERSION}${release} -c1
                        -I${CPACK_FC_SYMBOLS} -e${library} -O${CPACK_FC_SYMBOLS_OUT}
                RESULT_VARIABLE status OUTPUT_VARIABLE difference ERROR_VARIABLE message)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "The shared library lacks symbols that its users need:\n${message}\n${difference}")
endif()
file(READ ${CPACK_FC_SYMBOLS_OUT} symbols)
string(REPLACE "${CPACK_FC_VERSION}${release}" "${CPACK_FC_VERSION}" symbols "${symbols}")
file(WRITE ${CPACK_FC_SYMBOLS_OUT} "${symbols}")
