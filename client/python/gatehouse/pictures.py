"""
Pictures as NumPy arrays: the newest one of a camera, its live video, and its recordings. Needs NumPy, and ffmpeg on this
machine to decode. Arrays have the shape (height, width, 3), the type uint8 and the order red, green, blue.
"""

import subprocess
import threading
from typing import IO, TYPE_CHECKING, Any, Iterable, Iterator, List, Optional, cast

from .client import Gatehouse
from .errors import GatehouseError

if TYPE_CHECKING:
    import numpy

    Picture = numpy.ndarray[Any, numpy.dtype[numpy.uint8]]


def snapshot(box: Gatehouse, stream_id: str) -> "Picture":
    """Return the newest picture of a stream, without boxes and zones."""
    jpeg = box.surveillance.get_stream_snapshot(stream_id, annotated="false")
    for picture in decode([jpeg]):
        return picture
    raise GatehouseError("the picture could not be decoded")


def live(box: Gatehouse, stream_id: str, *, fps: Optional[float] = None) -> Iterator["Picture"]:
    """
    Yield the pictures of a stream's live video until it ends; `fps` thins them out. Close the iterator to stop. A reader
    that is slower than the camera gets the pictures late: take fewer with `fps`.
    """
    path = "/api/v1/surveillance/streams/{stream_id}/live-video.mp4"
    return decode(box.http.stream(path, {"stream_id": stream_id}), fps=fps)


def past(
    box: Gatehouse, stream_id: str, start: float, end: float, *, fps: Optional[float] = None
) -> Iterator["Picture"]:
    """Yield the recorded pictures between two times in Unix seconds."""
    path = "/api/v1/surveillance/streams/{stream_id}/clip.mp4"
    args = {"stream_id": stream_id, "from": start, "to": end}
    return decode(box.http.stream(path, args), fps=fps)


def decode(video: Iterable[bytes], *, fps: Optional[float] = None, ffmpeg: str = "ffmpeg") -> Iterator["Picture"]:
    """Yield the pictures of any video or picture that ffmpeg reads from a pipe. Raises GatehouseError."""
    thin = [] if fps is None else ["-vf", f"fps={fps:g}"]
    command = [ffmpeg, "-nostdin", "-v", "error", "-probesize", "500000", "-i", "pipe:0", *thin]
    command += ["-an", "-f", "image2pipe", "-c:v", "ppm", "pipe:1"]
    try:
        child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    except OSError as error:
        raise GatehouseError(f"ffmpeg could not be started: {error}") from error
    failures: List[BaseException] = []
    feeder = threading.Thread(target=_feed, args=(child, video, failures), daemon=True)
    feeder.start()
    try:
        yield from _pictures(cast(IO[bytes], child.stdout))
    finally:
        child.kill()
        child.wait()
        cast(IO[bytes], child.stdout).close()
    feeder.join(timeout=5)
    if failures:
        raise failures[0]


def _feed(child: "subprocess.Popen[bytes]", video: Iterable[bytes], failures: List[BaseException]) -> None:
    stdin = cast(IO[bytes], child.stdin)
    try:
        for chunk in video:
            stdin.write(chunk)
            stdin.flush()
    except (BrokenPipeError, ValueError):
        pass  # the reader has enough
    except BaseException as error:  # told to the reader
        failures.append(error)
    finally:
        close = getattr(video, "close", None)
        if close is not None:
            close()
        try:
            stdin.close()
        except OSError:
            pass


def _pictures(source: IO[bytes]) -> Iterator["Picture"]:
    """Yield the pictures of a series of binary PPM files."""
    import numpy

    while True:
        if source.readline() != b"P6\n":
            return
        width, height = (int(each) for each in source.readline().split())
        source.readline()
        pixels = source.read(width * height * 3)
        if len(pixels) < width * height * 3:
            return
        yield numpy.frombuffer(pixels, dtype=numpy.uint8).reshape(height, width, 3)
