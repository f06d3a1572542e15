"""
Writes gatehouse-<version>-py3-none-any.whl into a folder, by the standard library alone: `python3 build_wheel.py DIR`. The
same sources make the same bytes.
"""

import base64
import hashlib
import re
import sys
import zipfile
from pathlib import Path
from typing import List

HERE = Path(__file__).resolve().parent
#: The oldest time that a zip file can hold.
TIME = (1980, 1, 1, 0, 0, 0)


def build(folder: Path) -> Path:
    version = re.search(r'__version__ = "([^"]+)"', (HERE / "gatehouse/__init__.py").read_text())
    assert version is not None
    name = f"gatehouse-{version.group(1)}"
    info = f"{name}.dist-info"
    metadata = [
        "Metadata-Version: 2.1",
        "Name: gatehouse",
        f"Version: {version.group(1)}",
        "Summary: Client of the Gatehouse appliance: every operation, waits, events with resume, webhooks",
        "License: Apache-2.0",
        "Requires-Python: >=3.9",
        "Provides-Extra: pictures",
        'Requires-Dist: numpy; extra == "pictures"',
        "",
        (HERE / "README.md").read_text(),
    ]
    files = {path.relative_to(HERE).as_posix(): path.read_bytes() for path in _sources()}
    files[f"{info}/METADATA"] = "\n".join(metadata).encode()
    wheel = "Wheel-Version: 1.0\nGenerator: gatehouse\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files[f"{info}/WHEEL"] = wheel.encode()
    records = [f"{path},sha256={_digest(content)},{len(content)}" for path, content in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*records, f"{info}/RECORD,,", ""]).encode()
    target = folder / f"{name}-py3-none-any.whl"
    with zipfile.ZipFile(target, "w") as archive:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path, TIME)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return target


def _sources() -> List[Path]:
    return sorted(path for path in (HERE / "gatehouse").iterdir() if path.suffix == ".py" or path.name == "py.typed")


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    print(build(Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
