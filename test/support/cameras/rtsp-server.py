"""A real RTSP camera for tests: gst-rtsp-server with an elementary stream in a loop.

Frames are stamped exactly n/fps apart and sent in real time. Prints one JSON line with the bound
port when it listens. Commands on stdin, one per line: `switch FILE` goes on with the frames of
another elementary stream (same codec, e.g. another size) on the running connections.
"""
import argparse
import json
import math
import os
import struct
import sys
import threading

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtsp", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import Gio, GLib, Gst, GstRtsp, GstRtspServer  # noqa: E402

LAUNCH = {
    "h264": "( appsrc name=src caps=video/x-h264,stream-format=byte-stream,alignment=au"
    " ! h264parse ! rtph264pay name=pay0 pt=96 config-interval=-1 )",
    "hevc": "( appsrc name=src caps=video/x-h265,stream-format=byte-stream,alignment=au"
    " ! h265parse ! rtph265pay name=pay0 pt=96 config-interval=-1 )",
    "mjpeg": "( appsrc name=src caps=image/jpeg ! jpegparse ! rtpjpegpay name=pay0 pt=26 )",
    "vp8": "( videotestsrc is-live=true ! video/x-raw,width=320,height=240,framerate=10/1"
    " ! vp8enc deadline=1 ! rtpvp8pay name=pay0 pt=96 )",
    "audio": "( audiotestsrc is-live=true ! audio/x-raw,rate=8000,channels=1"
    " ! alawenc ! rtppcmapay name=pay0 pt=8 )",
}
AUDIO = " appsrc name=audio caps=audio/x-raw,format=S16LE,rate=16000,channels=1,layout=interleaved"
TELEPHONE = " ! audioresample ! audio/x-raw,rate=8000"
SOUND = {
    "pcma": TELEPHONE + " ! alawenc ! rtppcmapay name=pay1 pt=8 )",
    "pcmu": TELEPHONE + " ! mulawenc ! rtppcmupay name=pay1 pt=0 )",
    "aac": " ! voaacenc bitrate=32000 ! aacparse ! rtpmp4gpay name=pay1 pt=97 )",
    "opus": " ! opusenc ! rtpopuspay name=pay1 pt=98 )",
    "speex": " ! speexenc ! rtpspeexpay name=pay1 pt=99 )",
}
# A caller who only talks sets up none of the camera's own streams. Without this their sources then fail as "not
# linked", and the whole media with them where that comes before the back channel is set up.
UNHEARD = " ! tee allow-not-linked=true"
# What a camera with a back channel does with what it hears (ONVIF Streaming Specification 5.3).
TALK = {
    "pcmu": (0, "PCMU", "rtppcmudepay ! mulawdec"),
    "pcma": (8, "PCMA", "rtppcmadepay ! alawdec"),
}
CHUNK_BYTES = 16000 * 2 // 50  # 20 ms


def beeps():
    """One second: 0.1 s of 1 kHz, then silence."""
    samples = [int(12000 * math.sin(math.tau * n / 16)) if n < 1600 else 0 for n in range(16000)]
    return struct.pack("<16000h", *samples)
ACCESS_UNIT = {"h264": b"\x00\x00\x00\x01\x09", "hevc": b"\x00\x00\x00\x01\x46", "mjpeg": b"\xff\xd8\xff"}


def read_frames(path, codec):
    """Cuts an elementary stream at its access unit delimiters (or JPEG headers)."""
    with open(path, "rb") as file:
        data = file.read()
    mark = ACCESS_UNIT[codec]
    at = data.find(mark)
    frames = []
    while at >= 0:
        end = data.find(mark, at + len(mark))
        frames.append(data[at : end if end >= 0 else len(data)])
        at = end
    if not frames:
        sys.exit(f"no access units in {path}")
    return frames


class Feeder:
    """Pushes frames into the source element of one media, paced by the clock."""

    def __init__(self, camera, media):
        self.camera = camera
        self.source = media.get_element().get_by_name("src")
        self.audio = media.get_element().get_by_name("audio")
        for source in filter(None, (self.source, self.audio)):
            source.set_property("format", Gst.Format.TIME)
            source.set_property("is-live", True)
        self.spoken = 0
        self.skipped = 0
        self.count = 0
        self.index = 0
        self.frames = camera.frames
        self.base = None
        self.stopped = False
        media.connect("unprepared", self.stop)
        GLib.timeout_add(5, self.tick)

    def stop(self, _media):
        self.stopped = True

    def tick(self):
        if self.stopped:
            return False
        clock = self.source.get_clock()
        if clock is None or self.source.get_state(0)[1] != Gst.State.PLAYING:
            return True
        now = clock.get_time() - self.source.get_base_time()
        if self.base is None:
            self.base = now
        period = Gst.SECOND // self.camera.fps
        if now - self.base > (self.count + self.camera.fps) * period:
            # The process was stopped for a while: a camera does not catch up.
            count = (now - self.base) // period
            self.skipped += (count - self.count) * period
            self.count = count
        while self.base + self.count * period <= now:
            self.push(self.base + self.count * period, period)
        while self.audio and self.base + self.spoken * 20 * Gst.MSECOND <= now:
            # The sound of the frame that comes now: the next frame is the one that did not come.
            heard = self.spoken * 20 * Gst.MSECOND - self.skipped
            at = heard * CHUNK_BYTES // (20 * Gst.MSECOND) // 2 * 2 % len(self.camera.sound)
            chunk = (self.camera.sound[at:] + self.camera.sound[:CHUNK_BYTES])[:CHUNK_BYTES]
            buffer = Gst.Buffer.new_wrapped(chunk)
            buffer.pts = self.base + self.spoken * 20 * Gst.MSECOND
            buffer.duration = 20 * Gst.MSECOND
            self.spoken += 1
            self.audio.emit("push-buffer", buffer)
        return True

    def push(self, pts, period):
        if self.index >= len(self.frames) or (self.frames is not self.camera.frames):
            self.index = 0
            self.frames = self.camera.frames
        buffer = Gst.Buffer.new_wrapped(self.frames[self.index])
        buffer.pts = pts
        buffer.dts = pts
        buffer.duration = period
        self.index += 1
        self.count += 1
        self.source.emit("push-buffer", buffer)


class Camera:
    def __init__(self, options):
        self.options = options
        self.fps = options.fps
        self.frames = read_frames(options.file, options.codec) if options.file else []
        self.sound = open(options.sound, "rb").read() if options.sound else beeps()

    def serve(self):
        options = self.options
        server = GstRtspServer.RTSPOnvifServer() if options.talk else GstRtspServer.RTSPServer()
        server.set_address(options.address)
        server.set_service(str(options.port))
        factory = self.factory()
        launch = LAUNCH[options.codec]
        launch = launch[:-1] + AUDIO + SOUND[options.audio] if options.audio else launch
        factory.set_launch(launch.replace(" ! rtp", UNHEARD + " ! rtp") if options.talk else launch)
        factory.set_shared(True)
        factory.set_protocols(GstRtsp.RTSPLowerTrans.TCP if options.tcp_only else
                              GstRtsp.RTSPLowerTrans.TCP | GstRtsp.RTSPLowerTrans.UDP)
        if self.frames:
            factory.connect("media-configure", lambda _factory, media: Feeder(self, media))
        self.protect(server, factory)
        server.get_mount_points().add_factory(options.path, factory)
        server.attach(None)
        print(json.dumps({"port": server.get_bound_port()}), flush=True)
        threading.Thread(target=self.read_commands, daemon=True).start()
        GLib.timeout_add_seconds(2, lambda: server.get_session_pool().cleanup() >= 0)
        GLib.MainLoop().run()

    def factory(self):
        options = self.options
        if not options.talk:
            return GstRtspServer.RTSPMediaFactory()
        factory = GstRtspServer.RTSPOnvifMediaFactory()
        factory.set_media_gtype(GstRtspServer.RTSPOnvifMedia.__gtype__)
        payload, name, decoder = TALK[options.talk]
        caps = f"application/x-rtp,media=audio,payload={payload},clock-rate=8000,encoding-name={name}"
        factory.set_backchannel_launch(
            f'( capsfilter caps="{caps}" name=depay_backchannel ! {decoder}'
            f" ! filesink location={options.talk_file} buffer-mode=unbuffered sync=false async=false )"
        )
        return factory

    def protect(self, server, factory):
        options = self.options
        if not options.user and not options.tls_cert:
            return
        auth = GstRtspServer.RTSPAuth()
        if options.tls_cert:
            auth.set_tls_certificate(Gio.TlsCertificate.new_from_files(options.tls_cert, options.tls_key))
        token = GstRtspServer.RTSPToken()
        token.set_string("media.factory.role", "user")
        permissions = GstRtspServer.RTSPPermissions()
        permissions.add_permission_for_role("user", "media.factory.access", True)
        permissions.add_permission_for_role("user", "media.factory.construct", True)
        factory.set_permissions(permissions)
        if not options.user:
            auth.set_default_token(token)
        elif options.auth == "basic":
            auth.add_basic(GstRtspServer.RTSPAuth.make_basic(options.user, options.password), token)
        else:
            auth.set_supported_methods(GstRtsp.RTSPAuthMethod.DIGEST)
            auth.add_digest(options.user, options.password, token)
        server.set_auth(auth)

    def read_commands(self):
        for line in sys.stdin:
            command, _, argument = line.strip().partition(" ")
            if command == "switch":
                self.frames = read_frames(argument, self.options.codec)
        os._exit(0)  # the test that started us is gone


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--address", default="127.0.0.1")
    parser.add_argument("--path", default="/cam")
    parser.add_argument("--codec", choices=sorted(LAUNCH), default="h264")
    parser.add_argument("--file")
    parser.add_argument("--fps", type=int, default=15)
    parser.add_argument("--user")
    parser.add_argument("--password")
    parser.add_argument("--auth", choices=["basic", "digest"], default="digest")
    parser.add_argument("--tls-cert")
    parser.add_argument("--tls-key")
    parser.add_argument("--audio", choices=sorted(SOUND))
    parser.add_argument("--sound", help="samples of 16 bits at 16 kHz, a multiple of 20 ms, in a loop")
    parser.add_argument("--talk", choices=sorted(TALK), help="offers a loudspeaker with this codec")
    parser.add_argument("--talk-file", help="gets what it plays: samples of 16 bits at 8 kHz")
    parser.add_argument("--tcp-only", action="store_true")
    Gst.init(None)
    Camera(parser.parse_args()).serve()


main()
