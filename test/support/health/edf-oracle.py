"""Reads EDF and BDF files with MNE-Python and prints what a test compares, as a JSON list."""
import json
import sys
import warnings

warnings.simplefilter("ignore")
import mne  # noqa: E402

mne.set_log_level("ERROR")


def read(path):
    reader = mne.io.read_raw_bdf if path.endswith(".bdf") else mne.io.read_raw_edf
    raw = reader(path, preload=True, stim_channel=False)
    extras = raw._raw_extras[0]
    signals = []
    for index, name in enumerate(raw.ch_names):
        data = raw.get_data(picks=[index])[0] / extras["units"][index]
        signals.append(
            {
                "label": name,
                "length": len(data),
                "first": [float(value) for value in data[:40]],
                "middle": [float(value) for value in data[len(data) // 2 : len(data) // 2 + 40]],
                "sum": float(data.sum()),
            }
        )
    notes = [
        {"onset": float(a["onset"]), "duration": float(a["duration"]), "text": str(a["description"])}
        for a in raw.annotations
    ]
    return {"sfreq": float(raw.info["sfreq"]), "signals": signals, "notes": notes}


print(json.dumps([read(path) for path in sys.argv[1:]]))
