"""A viewer as GStreamer's whepsrc is one: webrtcbin on the loopback address, which asks for Opus and H.264.

Writes its offer as a line of JSON, reads the answer as one, and writes how many buffers of each kind came once both the
wanted kinds (argv) have had 20.
"""
import json
import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstSdp", "1.0")
gi.require_version("GstWebRTC", "1.0")
from gi.repository import GLib, Gst, GstSdp, GstWebRTC  # noqa: E402

Gst.init(None)
wanted = sys.argv[1:]
pipeline = Gst.Pipeline.new("viewer")
rtc = Gst.ElementFactory.make("webrtcbin", "rtc")
rtc.set_property("bundle-policy", GstWebRTC.WebRTCBundlePolicy.MAX_BUNDLE)
pipeline.add(rtc)
ice = rtc.get_property("ice-agent")
ice.ref()  # PyGObject gives back a reference that it never took.
ice.emit("add-local-ip-address", "127.0.0.1")
loop = GLib.MainLoop()
counts = {}
kept = []


def on_buffer(_pad, _info, kind):
    counts[kind] = counts.get(kind, 0) + 1
    if all(counts.get(each, 0) >= 20 for each in wanted):
        loop.quit()
    return Gst.PadProbeReturn.OK


def on_pad(_rtc, pad):
    kind = pad.get_current_caps().get_structure(0).get_string("media")
    decoding = "rtph264depay ! h264parse ! openh264dec" if kind == "video" else "rtpopusdepay ! opusdec"
    decoder = Gst.parse_bin_from_description(f"{decoding} ! fakesink name=sink sync=false", True)
    pipeline.add(decoder)
    decoder.sync_state_with_parent()
    pad.link(decoder.get_static_pad("sink"))
    sink = decoder.get_by_name("sink").get_static_pad("sink")
    sink.add_probe(Gst.PadProbeType.BUFFER, on_buffer, kind)


def on_answered(promise, *_):
    promise.wait()
    reply = promise.get_reply()
    if reply is not None and reply.has_field("error"):
        sys.exit("webrtcbin refuses the answer")


def on_gathered(*_):
    complete = GstWebRTC.WebRTCICEGatheringState.COMPLETE
    if rtc.get_property("ice-gathering-state") == complete and "offer" not in kept:
        kept.append("offer")
        GLib.idle_add(exchange)


def exchange():
    print(json.dumps(rtc.get_property("local-description").sdp.as_text()), flush=True)
    _, message = GstSdp.SDPMessage.new()
    GstSdp.sdp_message_parse_buffer(json.loads(sys.stdin.readline()).encode(), message)
    answer = GstWebRTC.WebRTCSessionDescription.new(GstWebRTC.WebRTCSDPType.ANSWER, message)
    kept.append(answer)
    rtc.emit("set-remote-description", answer, Gst.Promise.new_with_change_func(on_answered))


def on_offer(promise, *_):
    promise.wait()
    reply = promise.get_reply()
    kept.append(reply)
    rtc.emit("set-local-description", reply.get_value("offer"), Gst.Promise.new())


def offer_once(element):
    if "negotiated" not in kept:
        kept.append("negotiated")
        element.emit("create-offer", None, Gst.Promise.new_with_change_func(on_offer))


rtc.connect("pad-added", on_pad)
rtc.connect("notify::ice-gathering-state", on_gathered)
for caps in (
    "application/x-rtp,media=audio,encoding-name=OPUS,payload=111,clock-rate=48000,encoding-params=(string)2",
    "application/x-rtp,media=video,encoding-name=H264,payload=102,clock-rate=90000",
):
    direction = GstWebRTC.WebRTCRTPTransceiverDirection.RECVONLY
    rtc.emit("add-transceiver", direction, Gst.Caps.from_string(caps))
rtc.connect("on-negotiation-needed", offer_once)
pipeline.set_state(Gst.State.PLAYING)
GLib.timeout_add_seconds(40, loop.quit)
loop.run()
pipeline.set_state(Gst.State.NULL)
print(json.dumps(counts))
