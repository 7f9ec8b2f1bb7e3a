"""All hooks, once per process. They ask the tape of the current invocation; a player
answers in place of the world."""

from aplomb.recorder import _tape
from aplomb.recorder._hooks import aws, chance, clock, environment, files, imports, locks, machine, tasks, web

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
    machine.install()
    locks.install(root)
    imports.install()
    imports.when_imported("botocore.client", aws.install)
    imports.when_imported("urllib3.connectionpool", web.install_urllib3)
    imports.when_imported("urllib.request", web.install_urllib)
    imports.when_imported("socket", web.install_socket)
    imports.when_imported("socket", machine.install_socket)
    imports.when_imported("ssl", files.install_ssl)
    imports.when_imported("shutil", files.install_shutil)
    imports.when_imported("tempfile", chance.install_tempfile)
    imports.when_imported("botocore.signers", aws.install_signers)
    imports.when_imported("concurrent.futures._base", tasks.install_futures)
    imports.when_imported("concurrent.futures.thread", _tape.install_pool)
    imports.when_imported("queue", locks.install_queue)
    imports.when_imported("asyncio.tasks", tasks.install_asyncio_tasks)
    imports.when_imported("asyncio.selector_events", tasks.install_loops)
    imports.when_imported("asyncio", tasks.name_again)
    imports.when_imported("select", clock.install_select)
    imports.when_imported("multiprocessing.process", web.install_multiprocessing)
    imports.when_imported("subprocess", web.install_subprocess)

