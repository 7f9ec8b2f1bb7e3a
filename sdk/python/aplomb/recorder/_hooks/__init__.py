"""All hooks, once per process. They ask the tape of the current invocation; a player
answers in place of the world."""

from aplomb.recorder import _tape
from aplomb.recorder._hooks import aws, chance, clock, environment, files, imports, web

_installed = False


def install(root):
    """`root` is the application's folder."""
    global _installed
    if _installed:
        return
    _installed = True
    _tape.install()
    clock.install()
    chance.install()
    environment.install()
    files.install(root)
    imports.install()
    imports.when_imported("botocore.client", aws.install)
    imports.when_imported("urllib3.connectionpool", web.install_urllib3)
    imports.when_imported("urllib.request", web.install_urllib)
    imports.when_imported("socket", web.install_socket)
    imports.when_imported("subprocess", web.install_subprocess)
