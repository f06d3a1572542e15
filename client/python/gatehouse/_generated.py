# Made from the OpenAPI document by scripts/client.ts; not to be edited.
# ruff: noqa
from typing import Any, AsyncIterator, Dict, Iterator, List, Optional, Union

from ._async import AsyncHttp
from ._core import Answer, Event
from ._sync import SyncHttp
from ._typing import Literal, TypedDict

_AdviceRequired = TypedDict("_AdviceRequired", {
    "object": "Literal[\"surveillance.advice\"]",
    "stream_id": "str",
    "false_positives": "int",
    "true_positives": "int",
    "min_score": "Union[float, None]",
    "options": "List[AdviceOptions]",
    "sentence": "str",
})
_AdviceOptional = TypedDict("_AdviceOptional", {
}, total=False)


class Advice(_AdviceRequired, _AdviceOptional):
    """An object of the API."""


_AdviceOptionsRequired = TypedDict("_AdviceOptionsRequired", {
    "min_score": "float",
    "false_removed": "int",
    "true_removed": "int",
})
_AdviceOptionsOptional = TypedDict("_AdviceOptionsOptional", {
}, total=False)


class AdviceOptions(_AdviceOptionsRequired, _AdviceOptionsOptional):
    """An object of the API."""


_AlarmRequired = TypedDict("_AlarmRequired", {
    "code": "Literal[\"safe_mode\", \"storage_full\", \"store_stalled\", \"store_unwritable\", \"disk_low\", \"inodes_low\", \"store_at_risk\", \"files_unnamed\", \"vision_down\", \"model_damaged\", \"cameras_refused\", \"cameras_offline\", \"camera_events_failing\", \"decoders_failing\", \"endpoint_refused\", \"too_hot\", \"throttled\", \"memory_low\", \"clock_not_synchronised\", \"certificate_ending\", \"certificate_ended\", \"audit_lost\", \"fleet_unreachable\", \"fleet_boxes_lost\", \"fleet_without_takeover\", \"fleet_key_changed\", \"fleet_records_conflict\", \"fleet_records_refused\", \"fleet_central_unreachable\"]",
    "severity": "Literal[\"critical\", \"warning\"]",
    "message": "str",
})
_AlarmOptional = TypedDict("_AlarmOptional", {
}, total=False)


class Alarm(_AlarmRequired, _AlarmOptional):
    """An object of the API."""


_AlarmDeliveryRequired = TypedDict("_AlarmDeliveryRequired", {
    "state": "Literal[\"pending\", \"done\", \"failed\"]",
    "attempts": "int",
    "last_error": "Union[str, None]",
    "at": "Union[float, None]",
})
_AlarmDeliveryOptional = TypedDict("_AlarmDeliveryOptional", {
}, total=False)


class AlarmDelivery(_AlarmDeliveryRequired, _AlarmDeliveryOptional):
    """An object of the API."""


_AlarmOutletsRequired = TypedDict("_AlarmOutletsRequired", {
    "active": "int",
    "mail": "Union[AlarmOutletsMail, None]",
    "relay": "Union[AlarmOutletsRelay, None]",
    "recent": "List[RaisedAlarm]",
})
_AlarmOutletsOptional = TypedDict("_AlarmOutletsOptional", {
}, total=False)


class AlarmOutlets(_AlarmOutletsRequired, _AlarmOutletsOptional):
    """An object of the API."""


_AlarmOutletsMailRequired = TypedDict("_AlarmOutletsMailRequired", {
    "pending": "int",
    "last_sent_at": "Union[float, None]",
    "last_error": "Union[str, None]",
})
_AlarmOutletsMailOptional = TypedDict("_AlarmOutletsMailOptional", {
}, total=False)


class AlarmOutletsMail(_AlarmOutletsMailRequired, _AlarmOutletsMailOptional):
    """An object of the API."""


_AlarmOutletsRelayRequired = TypedDict("_AlarmOutletsRelayRequired", {
    "on": "bool",
    "last_run_at": "Union[float, None]",
    "last_error": "Union[str, None]",
    "last_output": "str",
})
_AlarmOutletsRelayOptional = TypedDict("_AlarmOutletsRelayOptional", {
}, total=False)


class AlarmOutletsRelay(_AlarmOutletsRelayRequired, _AlarmOutletsRelayOptional):
    """An object of the API."""


_AppliedSettingsRequired = TypedDict("_AppliedSettingsRequired", {
    "in_force": "List[str]",
    "waiting": "List[str]",
})
_AppliedSettingsOptional = TypedDict("_AppliedSettingsOptional", {
}, total=False)


class AppliedSettings(_AppliedSettingsRequired, _AppliedSettingsOptional):
    """An object of the API."""


_AuditEntryRequired = TypedDict("_AuditEntryRequired", {
    "id": "str",
    "object": "Literal[\"audit.entry\"]",
    "org": "str",
    "created_at": "float",
    "actor": "AuditEntryActor",
    "address": "Union[str, None]",
    "action": "str",
    "outcome": "AuditEntryOutcome",
    "request_id": "Union[str, None]",
})
_AuditEntryOptional = TypedDict("_AuditEntryOptional", {
}, total=False)


class AuditEntry(_AuditEntryRequired, _AuditEntryOptional):
    """An object of the API."""


_AuditEntryActorRequired = TypedDict("_AuditEntryActorRequired", {
    "kind": "Literal[\"key\", \"session\", \"person\", \"cli\", \"box\", \"anonymous\"]",
    "key_id": "Union[str, None]",
})
_AuditEntryActorOptional = TypedDict("_AuditEntryActorOptional", {
    "via": "Literal[\"mcp\"]",
    "person_id": "Union[str, None]",
    "name": "Union[str, None]",
}, total=False)


class AuditEntryActor(_AuditEntryActorRequired, _AuditEntryActorOptional):
    """An object of the API."""


_AuditEntryOutcomeRequired = TypedDict("_AuditEntryOutcomeRequired", {
    "status": "int",
    "code": "Union[str, None]",
})
_AuditEntryOutcomeOptional = TypedDict("_AuditEntryOutcomeOptional", {
}, total=False)


class AuditEntryOutcome(_AuditEntryOutcomeRequired, _AuditEntryOutcomeOptional):
    """An object of the API."""


_AutotrackingRequired = TypedDict("_AutotrackingRequired", {
})
_AutotrackingOptional = TypedDict("_AutotrackingOptional", {
    "enabled": "bool",
    "objects": "List[str]",
    "zones": "List[str]",
    "home_preset": "Union[str, None]",
    "zoom": "bool",
    "max_speed": "float",
    "return_after_seconds": "float",
    "max_seconds": "float",
    "hold_seconds": "float",
    "limits": "Union[AutotrackingLimits, None]",
}, total=False)


class Autotracking(_AutotrackingRequired, _AutotrackingOptional):
    """An object of the API."""


_AutotrackingLimitsRequired = TypedDict("_AutotrackingLimitsRequired", {
})
_AutotrackingLimitsOptional = TypedDict("_AutotrackingLimitsOptional", {
    "pan": "List[float]",
    "tilt": "List[float]",
    "zoom": "List[float]",
}, total=False)


class AutotrackingLimits(_AutotrackingLimitsRequired, _AutotrackingLimitsOptional):
    """An object of the API."""


_AvatarRequired = TypedDict("_AvatarRequired", {
    "id": "str",
    "object": "Literal[\"avatar\"]",
    "label": "str",
    "image_url": "Union[str, None]",
    "job_id": "Union[str, None]",
    "width": "Union[int, None]",
    "height": "Union[int, None]",
    "mime_type": "str",
    "created_at": "float",
})
_AvatarOptional = TypedDict("_AvatarOptional", {
}, total=False)


class Avatar(_AvatarRequired, _AvatarOptional):
    """An object of the API."""


_AvatarDeletedRequired = TypedDict("_AvatarDeletedRequired", {
    "id": "str",
    "object": "Literal[\"avatar\"]",
    "deleted": "bool",
})
_AvatarDeletedOptional = TypedDict("_AvatarDeletedOptional", {
}, total=False)


class AvatarDeleted(_AvatarDeletedRequired, _AvatarDeletedOptional):
    """An object of the API."""


_AvatarRequestRequired = TypedDict("_AvatarRequestRequired", {
})
_AvatarRequestOptional = TypedDict("_AvatarRequestOptional", {
    "prompt": "str",
    "reference_images": "List[str]",
    "hints": "Dict[str, str]",
    "output": "MediaOutput",
    "client_reference_id": "str",
    "metadata": "Dict[str, str]",
}, total=False)


class AvatarRequest(_AvatarRequestRequired, _AvatarRequestOptional):
    """An object of the API."""


_AvatarSaveRequestRequired = TypedDict("_AvatarSaveRequestRequired", {
    "label": "str",
})
_AvatarSaveRequestOptional = TypedDict("_AvatarSaveRequestOptional", {
    "job_id": "str",
    "image_url": "str",
}, total=False)


class AvatarSaveRequest(_AvatarSaveRequestRequired, _AvatarSaveRequestOptional):
    """An object of the API."""


_BackupDetailRequired = TypedDict("_BackupDetailRequired", {
    "backup": "BackupDetailBackup",
    "loses": "BackupDetailLoses",
})
_BackupDetailOptional = TypedDict("_BackupDetailOptional", {
}, total=False)


class BackupDetail(_BackupDetailRequired, _BackupDetailOptional):
    """An object of the API."""


_BackupDetailBackupRequired = TypedDict("_BackupDetailBackupRequired", {
    "name": "str",
    "folder": "str",
    "size_bytes": "int",
    "made_at": "float",
    "program": "Union[str, None]",
    "classes": "List[str]",
    "has_keys": "bool",
    "files": "int",
    "removable": "bool",
    "problem": "Union[str, None]",
})
_BackupDetailBackupOptional = TypedDict("_BackupDetailBackupOptional", {
}, total=False)


class BackupDetailBackup(_BackupDetailBackupRequired, _BackupDetailBackupOptional):
    """An object of the API."""


_BackupDetailLosesRequired = TypedDict("_BackupDetailLosesRequired", {
    "since": "float",
    "incidents": "Union[int, None]",
    "classes": "List[str]",
    "keys": "bool",
})
_BackupDetailLosesOptional = TypedDict("_BackupDetailLosesOptional", {
}, total=False)


class BackupDetailLoses(_BackupDetailLosesRequired, _BackupDetailLosesOptional):
    """What the box does not have after a restore."""


_BackupsRequired = TypedDict("_BackupsRequired", {
    "object": "Literal[\"system.backups\"]",
    "site_name": "str",
    "backups": "List[BackupsBackups]",
    "room_bytes": "int",
    "work": "Union[BackupsWork, None]",
    "upload": "Union[BackupsUpload, None]",
    "restored": "Union[BackupsRestored, None]",
    "former": "List[BackupsFormer]",
})
_BackupsOptional = TypedDict("_BackupsOptional", {
}, total=False)


class Backups(_BackupsRequired, _BackupsOptional):
    """An object of the API."""


_BackupsBackupsRequired = TypedDict("_BackupsBackupsRequired", {
    "name": "str",
    "folder": "str",
    "size_bytes": "int",
    "made_at": "float",
    "program": "Union[str, None]",
    "classes": "List[str]",
    "has_keys": "bool",
    "files": "int",
    "removable": "bool",
    "problem": "Union[str, None]",
})
_BackupsBackupsOptional = TypedDict("_BackupsBackupsOptional", {
}, total=False)


class BackupsBackups(_BackupsBackupsRequired, _BackupsBackupsOptional):
    """An object of the API."""


_BackupsWorkRequired = TypedDict("_BackupsWorkRequired", {
    "kind": "Literal[\"make\", \"verify\", \"receive\", \"restore\"]",
    "name": "str",
    "state": "Literal[\"running\", \"restarting\", \"done\", \"failed\"]",
    "stage": "Union[str, None]",
    "bytes": "int",
    "total": "Union[int, None]",
    "at": "float",
    "error": "Union[BackupsWorkError, None]",
})
_BackupsWorkOptional = TypedDict("_BackupsWorkOptional", {
}, total=False)


class BackupsWork(_BackupsWorkRequired, _BackupsWorkOptional):
    """An object of the API."""


_BackupsWorkErrorRequired = TypedDict("_BackupsWorkErrorRequired", {
    "code": "str",
    "message": "str",
})
_BackupsWorkErrorOptional = TypedDict("_BackupsWorkErrorOptional", {
}, total=False)


class BackupsWorkError(_BackupsWorkErrorRequired, _BackupsWorkErrorOptional):
    """An object of the API."""


_BackupsUploadRequired = TypedDict("_BackupsUploadRequired", {
    "name": "str",
    "size_bytes": "int",
    "received_bytes": "int",
})
_BackupsUploadOptional = TypedDict("_BackupsUploadOptional", {
}, total=False)


class BackupsUpload(_BackupsUploadRequired, _BackupsUploadOptional):
    """An object of the API."""


_BackupsRestoredRequired = TypedDict("_BackupsRestoredRequired", {
    "name": "str",
    "made_at": "float",
    "at": "float",
    "keys": "Literal[\"from_backup\", \"kept\", \"made_anew\"]",
    "aside": "str",
})
_BackupsRestoredOptional = TypedDict("_BackupsRestoredOptional", {
}, total=False)


class BackupsRestored(_BackupsRestoredRequired, _BackupsRestoredOptional):
    """An object of the API."""


_BackupsFormerRequired = TypedDict("_BackupsFormerRequired", {
    "name": "str",
    "at": "float",
})
_BackupsFormerOptional = TypedDict("_BackupsFormerOptional", {
}, total=False)


class BackupsFormer(_BackupsFormerRequired, _BackupsFormerOptional):
    """An object of the API."""


_BehaviorRequired = TypedDict("_BehaviorRequired", {
    "type": "str",
})
_BehaviorOptional = TypedDict("_BehaviorOptional", {
    "zone": "str",
    "line": "str",
    "seconds": "float",
    "classes": "List[str]",
    "severity": "Literal[\"info\", \"warning\", \"critical\"]",
    "direction": "Literal[\"any\", \"a_to_b\", \"b_to_a\"]",
    "heading": "float",
    "min_count": "int",
    "max_mps": "float",
    "distance": "float",
    "other_classes": "List[str]",
    "sensitivity": "float",
    "events": "List[Literal[\"motion\", \"line_crossing\", \"intrusion\", \"tamper\", \"digital_input\", \"person\", \"vehicle\", \"animal\"]]",
    "min_score": "float",
    "min_height": "float",
    "schedule": "PolicySchedule",
    "modes": "List[Literal[\"armed\", \"home\", \"disarmed\"]]",
    "cooldown_seconds": "float",
}, total=False)


class Behavior(_BehaviorRequired, _BehaviorOptional):
    """An object of the API."""


_BoxTrustRequired = TypedDict("_BoxTrustRequired", {
    "public_key": "str",
})
_BoxTrustOptional = TypedDict("_BoxTrustOptional", {
}, total=False)


class BoxTrust(_BoxTrustRequired, _BoxTrustOptional):
    """An object of the API."""


_BrandRequired = TypedDict("_BrandRequired", {
    "id": "str",
    "object": "Literal[\"brand\"]",
    "name": "str",
    "source_url": "Union[str, None]",
    "logo_url": "Union[str, None]",
    "colors": "List[BrandColors]",
    "typography": "List[BrandTypography]",
    "tone": "Union[BrandTone, None]",
    "identity": "Union[BrandIdentity, None]",
    "image_urls": "List[str]",
    "locale": "Union[str, None]",
    "created_at": "float",
    "updated_at": "float",
})
_BrandOptional = TypedDict("_BrandOptional", {
    "latest_job": "Dict[str, Any]",
}, total=False)


class Brand(_BrandRequired, _BrandOptional):
    """An object of the API."""


_BrandColorsRequired = TypedDict("_BrandColorsRequired", {
    "hex": "str",
    "role": "Literal[\"primary\", \"secondary\", \"accent\", \"background\", \"surface\", \"text\", \"neutral\"]",
    "proportion": "float",
})
_BrandColorsOptional = TypedDict("_BrandColorsOptional", {
}, total=False)


class BrandColors(_BrandColorsRequired, _BrandColorsOptional):
    """An object of the API."""


_BrandTypographyRequired = TypedDict("_BrandTypographyRequired", {
    "family": "str",
    "role": "Literal[\"heading\", \"body\", \"button\", \"monospace\"]",
    "source": "Literal[\"google_fonts\", \"adobe_fonts\", \"web_font\", \"system\"]",
})
_BrandTypographyOptional = TypedDict("_BrandTypographyOptional", {
}, total=False)


class BrandTypography(_BrandTypographyRequired, _BrandTypographyOptional):
    """An object of the API."""


_BrandToneRequired = TypedDict("_BrandToneRequired", {
    "voice": "Union[str, None]",
    "dos": "List[str]",
    "donts": "List[str]",
})
_BrandToneOptional = TypedDict("_BrandToneOptional", {
}, total=False)


class BrandTone(_BrandToneRequired, _BrandToneOptional):
    """An object of the API."""


_BrandIdentityRequired = TypedDict("_BrandIdentityRequired", {
    "tagline": "Union[str, None]",
    "industry": "Union[str, None]",
    "values": "List[str]",
    "audience": "Union[str, None]",
})
_BrandIdentityOptional = TypedDict("_BrandIdentityOptional", {
}, total=False)


class BrandIdentity(_BrandIdentityRequired, _BrandIdentityOptional):
    """An object of the API."""


_BrandDeletedRequired = TypedDict("_BrandDeletedRequired", {
    "id": "str",
    "object": "Literal[\"brand\"]",
    "deleted": "bool",
})
_BrandDeletedOptional = TypedDict("_BrandDeletedOptional", {
}, total=False)


class BrandDeleted(_BrandDeletedRequired, _BrandDeletedOptional):
    """An object of the API."""


_CampaignRequestRequired = TypedDict("_CampaignRequestRequired", {
    "prompt": "str",
})
_CampaignRequestOptional = TypedDict("_CampaignRequestOptional", {
    "reference_images": "List[str]",
    "brand_id": "str",
    "brand_identity": "CampaignRequestBrandIdentity",
    "output": "MediaOutput",
    "client_reference_id": "str",
    "metadata": "Dict[str, str]",
    "hints": "Dict[str, str]",
}, total=False)


class CampaignRequest(_CampaignRequestRequired, _CampaignRequestOptional):
    """An object of the API."""


_CampaignRequestBrandIdentityRequired = TypedDict("_CampaignRequestBrandIdentityRequired", {
})
_CampaignRequestBrandIdentityOptional = TypedDict("_CampaignRequestBrandIdentityOptional", {
    "name": "str",
    "colors": "List[CampaignRequestBrandIdentityColors]",
    "typography": "List[CampaignRequestBrandIdentityTypography]",
    "tone": "Union[CampaignRequestBrandIdentityTone, None]",
    "identity": "Union[CampaignRequestBrandIdentityIdentity, None]",
}, total=False)


class CampaignRequestBrandIdentity(_CampaignRequestBrandIdentityRequired, _CampaignRequestBrandIdentityOptional):
    """An object of the API."""


_CampaignRequestBrandIdentityColorsRequired = TypedDict("_CampaignRequestBrandIdentityColorsRequired", {
    "hex": "str",
})
_CampaignRequestBrandIdentityColorsOptional = TypedDict("_CampaignRequestBrandIdentityColorsOptional", {
    "role": "Literal[\"primary\", \"secondary\", \"accent\", \"background\", \"surface\", \"text\", \"neutral\"]",
    "proportion": "float",
}, total=False)


class CampaignRequestBrandIdentityColors(_CampaignRequestBrandIdentityColorsRequired, _CampaignRequestBrandIdentityColorsOptional):
    """An object of the API."""


_CampaignRequestBrandIdentityTypographyRequired = TypedDict("_CampaignRequestBrandIdentityTypographyRequired", {
    "family": "str",
})
_CampaignRequestBrandIdentityTypographyOptional = TypedDict("_CampaignRequestBrandIdentityTypographyOptional", {
    "role": "Literal[\"heading\", \"body\", \"button\", \"monospace\"]",
    "source": "Literal[\"google_fonts\", \"adobe_fonts\", \"web_font\", \"system\"]",
}, total=False)


class CampaignRequestBrandIdentityTypography(_CampaignRequestBrandIdentityTypographyRequired, _CampaignRequestBrandIdentityTypographyOptional):
    """An object of the API."""


_CampaignRequestBrandIdentityToneRequired = TypedDict("_CampaignRequestBrandIdentityToneRequired", {
})
_CampaignRequestBrandIdentityToneOptional = TypedDict("_CampaignRequestBrandIdentityToneOptional", {
    "voice": "Union[str, None]",
    "dos": "List[str]",
    "donts": "List[str]",
}, total=False)


class CampaignRequestBrandIdentityTone(_CampaignRequestBrandIdentityToneRequired, _CampaignRequestBrandIdentityToneOptional):
    """An object of the API."""


_CampaignRequestBrandIdentityIdentityRequired = TypedDict("_CampaignRequestBrandIdentityIdentityRequired", {
})
_CampaignRequestBrandIdentityIdentityOptional = TypedDict("_CampaignRequestBrandIdentityIdentityOptional", {
    "tagline": "Union[str, None]",
    "industry": "Union[str, None]",
    "values": "List[str]",
    "audience": "Union[str, None]",
}, total=False)


class CampaignRequestBrandIdentityIdentity(_CampaignRequestBrandIdentityIdentityRequired, _CampaignRequestBrandIdentityIdentityOptional):
    """An object of the API."""


_CapacityRequired = TypedDict("_CapacityRequired", {
    "object": "Literal[\"system.capacity\"]",
    "state": "Literal[\"not_measured\", \"measuring\", \"done\", \"failed\"]",
    "problem": "Union[str, None]",
    "estimate": "Union[CapacityEstimate, None]",
    "inputs": "Union[CapacityInputs, None]",
})
_CapacityOptional = TypedDict("_CapacityOptional", {
}, total=False)


class Capacity(_CapacityRequired, _CapacityOptional):
    """An object of the API."""


_CapacityEstimateRequired = TypedDict("_CapacityEstimateRequired", {
    "measured_at": "float",
    "carries": "CapacityEstimateCarries",
    "fits": "CapacityEstimateFits",
    "cores_per_camera": "float",
})
_CapacityEstimateOptional = TypedDict("_CapacityEstimateOptional", {
}, total=False)


class CapacityEstimate(_CapacityEstimateRequired, _CapacityEstimateOptional):
    """Estimate of how many cameras of 1280 × 720 pixels, 15 frames and 5 analysed frames a second the box carries if it does nothing else, and how many more fit beside its present work. It knows no limits of hardware decoders, networks and disks."""


_CapacityEstimateCarriesRequired = TypedDict("_CapacityEstimateCarriesRequired", {
    "cameras": "int",
    "limit": "Literal[\"processor\", \"detector\", \"memory\"]",
})
_CapacityEstimateCarriesOptional = TypedDict("_CapacityEstimateCarriesOptional", {
}, total=False)


class CapacityEstimateCarries(_CapacityEstimateCarriesRequired, _CapacityEstimateCarriesOptional):
    """An object of the API."""


_CapacityEstimateFitsRequired = TypedDict("_CapacityEstimateFitsRequired", {
    "cameras": "int",
    "limit": "Literal[\"processor\", \"detector\", \"memory\"]",
})
_CapacityEstimateFitsOptional = TypedDict("_CapacityEstimateFitsOptional", {
}, total=False)


class CapacityEstimateFits(_CapacityEstimateFitsRequired, _CapacityEstimateFitsOptional):
    """An object of the API."""


_CapacityInputsRequired = TypedDict("_CapacityInputsRequired", {
    "video": "Literal[\"cameras\", \"clip\"]",
    "model": "str",
    "frames": "int",
    "decode_ms_per_second": "float",
    "frame_ms": "float",
    "detector_ms": "float",
    "cores": "int",
    "idle_cores": "float",
    "memory_available_bytes": "Union[int, None]",
    "streams": "int",
    "detector_share": "float",
})
_CapacityInputsOptional = TypedDict("_CapacityInputsOptional", {
}, total=False)


class CapacityInputs(_CapacityInputsRequired, _CapacityInputsOptional):
    """Figures that the estimate is computed from."""


_ChangedTaskRequestRequired = TypedDict("_ChangedTaskRequestRequired", {
    "priority": "int",
})
_ChangedTaskRequestOptional = TypedDict("_ChangedTaskRequestOptional", {
}, total=False)


class ChangedTaskRequest(_ChangedTaskRequestRequired, _ChangedTaskRequestOptional):
    """An object of the API."""


_ConfigurationRequired = TypedDict("_ConfigurationRequired", {
    "file": "Union[str, None]",
    "settings": "List[Setting]",
})
_ConfigurationOptional = TypedDict("_ConfigurationOptional", {
}, total=False)


class Configuration(_ConfigurationRequired, _ConfigurationOptional):
    """An object of the API."""


_ConfigurationCheckRequired = TypedDict("_ConfigurationCheckRequired", {
    "valid": "bool",
    "problems": "List[ConfigurationCheckProblems]",
    "changed": "List[str]",
    "restart": "List[str]",
})
_ConfigurationCheckOptional = TypedDict("_ConfigurationCheckOptional", {
}, total=False)


class ConfigurationCheck(_ConfigurationCheckRequired, _ConfigurationCheckOptional):
    """An object of the API."""


_ConfigurationCheckProblemsRequired = TypedDict("_ConfigurationCheckProblemsRequired", {
    "line": "Union[int, None]",
    "where": "str",
    "path": "str",
    "message": "str",
})
_ConfigurationCheckProblemsOptional = TypedDict("_ConfigurationCheckProblemsOptional", {
}, total=False)


class ConfigurationCheckProblems(_ConfigurationCheckProblemsRequired, _ConfigurationCheckProblemsOptional):
    """An object of the API."""


_ConflictChoiceRequired = TypedDict("_ConflictChoiceRequired", {
    "take": "Literal[\"stands\", \"lost\"]",
})
_ConflictChoiceOptional = TypedDict("_ConflictChoiceOptional", {
}, total=False)


class ConflictChoice(_ConflictChoiceRequired, _ConflictChoiceOptional):
    """An object of the API."""


_CoverageRequired = TypedDict("_CoverageRequired", {
    "object": "Literal[\"surveillance.coverage\"]",
    "stream_id": "str",
    "from": "float",
    "to": "float",
    "accounted_until": "float",
    "seconds_observed": "float",
    "seconds_not_observed": "float",
    "not_observed": "CoverageNotObserved",
    "seconds_backfilled": "float",
    "observed_ratio": "float",
    "frames_judged": "int",
    "clock_step_seconds": "float",
})
_CoverageOptional = TypedDict("_CoverageOptional", {
}, total=False)


class Coverage(_CoverageRequired, _CoverageOptional):
    """An object of the API."""


_CoverageNotObservedRequired = TypedDict("_CoverageNotObservedRequired", {
    "source_down": "float",
    "frozen": "float",
    "detector_down": "float",
    "undecodable": "float",
    "overload": "float",
    "moved": "float",
    "stopped": "float",
    "box_off": "float",
})
_CoverageNotObservedOptional = TypedDict("_CoverageNotObservedOptional", {
}, total=False)


class CoverageNotObserved(_CoverageNotObservedRequired, _CoverageNotObservedOptional):
    """Unobserved seconds by reason."""


_CreatedVoiceSessionRequired = TypedDict("_CreatedVoiceSessionRequired", {
    "id": "str",
    "object": "Literal[\"voice.session\"]",
    "status": "Literal[\"created\", \"active\", \"completed\", \"failed\", \"expired\"]",
    "agent_id": "str",
    "agent_name": "str",
    "agent_deleted": "bool",
    "provider": "Literal[\"openai\", \"elevenlabs\", \"livekit\"]",
    "provider_session_id": "Union[str, None]",
    "summary": "Union[str, None]",
    "reason": "Union[str, None]",
    "metadata": "Dict[str, str]",
    "events": "int",
    "created_at": "float",
    "expires_at": "Union[float, None]",
    "started_at": "Union[float, None]",
    "ended_at": "Union[float, None]",
    "url": "str",
    "client_data": "Dict[str, Any]",
})
_CreatedVoiceSessionOptional = TypedDict("_CreatedVoiceSessionOptional", {
    "client_secret": "CreatedVoiceSessionClientSecret",
}, total=False)


class CreatedVoiceSession(_CreatedVoiceSessionRequired, _CreatedVoiceSessionOptional):
    """An object of the API."""


_CreatedVoiceSessionClientSecretRequired = TypedDict("_CreatedVoiceSessionClientSecretRequired", {
    "value": "str",
    "expires_at": "Union[float, None]",
})
_CreatedVoiceSessionClientSecretOptional = TypedDict("_CreatedVoiceSessionClientSecretOptional", {
}, total=False)


class CreatedVoiceSessionClientSecret(_CreatedVoiceSessionClientSecretRequired, _CreatedVoiceSessionClientSecretOptional):
    """An object of the API."""


_DiscoverRequestRequired = TypedDict("_DiscoverRequestRequired", {
})
_DiscoverRequestOptional = TypedDict("_DiscoverRequestOptional", {
    "seconds": "float",
}, total=False)


class DiscoverRequest(_DiscoverRequestRequired, _DiscoverRequestOptional):
    """An object of the API."""


_DoctorRequired = TypedDict("_DoctorRequired", {
    "object": "Literal[\"system.doctor\"]",
    "state": "Literal[\"never\", \"running\", \"done\"]",
    "started_at": "Union[float, None]",
    "finished_at": "Union[float, None]",
    "checks_done": "int",
    "checks_total": "int",
    "status": "Union[Literal[\"ok\", \"warn\", \"fail\"], None]",
    "checks": "List[DoctorCheck]",
})
_DoctorOptional = TypedDict("_DoctorOptional", {
}, total=False)


class Doctor(_DoctorRequired, _DoctorOptional):
    """An object of the API."""


_DoctorCheckRequired = TypedDict("_DoctorCheckRequired", {
    "check": "str",
    "title": "str",
    "subject": "Union[str, None]",
    "status": "Literal[\"ok\", \"warn\", \"fail\", \"skipped\"]",
    "reason": "str",
    "reason_code": "str",
    "fix": "Union[str, None]",
    "fix_code": "Union[str, None]",
    "values": "Dict[str, Union[float, str]]",
})
_DoctorCheckOptional = TypedDict("_DoctorCheckOptional", {
}, total=False)


class DoctorCheck(_DoctorCheckRequired, _DoctorCheckOptional):
    """An object of the API."""


_EditRequestRequired = TypedDict("_EditRequestRequired", {
})
_EditRequestOptional = TypedDict("_EditRequestOptional", {
    "source_job_id": "str",
    "ad_id": "str",
    "prompt": "str",
    "instructions": "str",
    "client_reference_id": "str",
    "metadata": "Dict[str, str]",
}, total=False)


class EditRequest(_EditRequestRequired, _EditRequestOptional):
    """An object of the API."""


_EgressEntryRequired = TypedDict("_EgressEntryRequired", {
    "id": "str",
    "object": "Literal[\"egress.entry\"]",
    "created_at": "float",
    "endpoint": "str",
    "host": "str",
    "model": "Union[str, None]",
    "capability": "Literal[\"image\", \"image_edit\", \"text\", \"vision\", \"speech\", \"push\"]",
    "data_class": "Literal[\"media\", \"brand\", \"incident\", \"health\", \"clinical\", \"neural\", \"voice\", \"robot\"]",
    "job_id": "str",
    "step": "str",
    "bytes_sent": "int",
    "bytes_received": "Union[int, None]",
    "cost": "Union[float, None]",
    "outcome": "str",
})
_EgressEntryOptional = TypedDict("_EgressEntryOptional", {
}, total=False)


class EgressEntry(_EgressEntryRequired, _EgressEntryOptional):
    """An object of the API."""


_EscalationRequired = TypedDict("_EscalationRequired", {
    "incident_id": "str",
    "acknowledged": "bool",
    "steps": "List[EscalationSteps]",
})
_EscalationOptional = TypedDict("_EscalationOptional", {
}, total=False)


class Escalation(_EscalationRequired, _EscalationOptional):
    """An object of the API."""


_EscalationStepsRequired = TypedDict("_EscalationStepsRequired", {
    "to": "List[Literal[\"push\", \"mail\", \"relay\", \"voice\"]]",
    "people": "List[str]",
    "due_at": "float",
    "notified_at": "Union[float, None]",
})
_EscalationStepsOptional = TypedDict("_EscalationStepsOptional", {
}, total=False)


class EscalationSteps(_EscalationStepsRequired, _EscalationStepsOptional):
    """An object of the API."""


_EvidenceRequired = TypedDict("_EvidenceRequired", {
    "object": "Literal[\"surveillance.evidence\"]",
    "incident_id": "str",
    "stream_id": "str",
    "protected": "bool",
    "snapshot_url": "Union[str, None]",
    "plain_snapshot_url": "Union[str, None]",
    "clip": "Union[EvidenceClip, None]",
})
_EvidenceOptional = TypedDict("_EvidenceOptional", {
}, total=False)


class Evidence(_EvidenceRequired, _EvidenceOptional):
    """An object of the API."""


_EvidenceClipRequired = TypedDict("_EvidenceClipRequired", {
    "state": "Literal[\"recording\", \"complete\", \"gone\"]",
    "url": "Union[str, None]",
    "from": "float",
    "to": "Union[float, None]",
    "note": "Union[str, None]",
    "parts": "List[EvidenceClipParts]",
})
_EvidenceClipOptional = TypedDict("_EvidenceClipOptional", {
}, total=False)


class EvidenceClip(_EvidenceClipRequired, _EvidenceClipOptional):
    """An object of the API."""


_EvidenceClipPartsRequired = TypedDict("_EvidenceClipPartsRequired", {
    "from": "float",
    "to": "float",
    "codec": "str",
    "mime_type": "str",
    "sound": "bool",
    "width": "int",
    "height": "int",
    "size_bytes": "int",
    "masked": "bool",
    "duration_seconds": "float",
})
_EvidenceClipPartsOptional = TypedDict("_EvidenceClipPartsOptional", {
}, total=False)


class EvidenceClipParts(_EvidenceClipPartsRequired, _EvidenceClipPartsOptional):
    """An object of the API."""


_FleetRequired = TypedDict("_FleetRequired", {
    "name": "str",
    "box_id": "str",
    "state": "Literal[\"joining\", \"joined\", \"reconnecting\", \"partitioned\", \"refused\"]",
    "since": "float",
    "problem": "Union[str, None]",
    "server": "Union[str, None]",
    "table_copies": "Union[int, None]",
    "takeover": "FleetTakeover",
    "jobs": "Union[FleetJobs, None]",
    "records": "Union[FleetRecords, None]",
    "boxes": "List[FleetBoxes]",
})
_FleetOptional = TypedDict("_FleetOptional", {
}, total=False)


class Fleet(_FleetRequired, _FleetOptional):
    """An object of the API."""


_FleetTakeoverRequired = TypedDict("_FleetTakeoverRequired", {
    "automatic": "bool",
    "problem": "Union[str, None]",
})
_FleetTakeoverOptional = TypedDict("_FleetTakeoverOptional", {
}, total=False)


class FleetTakeover(_FleetTakeoverRequired, _FleetTakeoverOptional):
    """Whether the others take over when any one machine fails."""


_FleetJobsRequired = TypedDict("_FleetJobsRequired", {
    "away": "int",
    "here": "int",
    "offered": "int",
    "returned": "int",
    "lost": "int",
    "taken": "int",
})
_FleetJobsOptional = TypedDict("_FleetJobsOptional", {
}, total=False)


class FleetJobs(_FleetJobsRequired, _FleetJobsOptional):
    """Shared jobs, counted since the start. Null where the box shares none."""


_FleetRecordsRequired = TypedDict("_FleetRecordsRequired", {
    "agreed_at": "Union[float, None]",
    "shared": "int",
    "conflicts": "int",
    "refused": "int",
})
_FleetRecordsOptional = TypedDict("_FleetRecordsOptional", {
}, total=False)


class FleetRecords(_FleetRecordsRequired, _FleetRecordsOptional):
    """Records that all boxes share; null until the box has started."""


_FleetBoxesRequired = TypedDict("_FleetBoxesRequired", {
    "box_id": "str",
    "name": "str",
    "url": "str",
    "version": "str",
    "state": "Literal[\"up\", \"lost\", \"left\"]",
    "identity": "Literal[\"trusted\", \"changed\", \"none\"]",
    "public_key": "Union[str, None]",
    "certificate_sha256": "Union[str, None]",
    "streams": "int",
    "robots": "int",
    "heard_seconds_ago": "float",
})
_FleetBoxesOptional = TypedDict("_FleetBoxesOptional", {
}, total=False)


class FleetBoxes(_FleetBoxesRequired, _FleetBoxesOptional):
    """An object of the API."""


_FoundCameraRequired = TypedDict("_FoundCameraRequired", {
    "object": "Literal[\"surveillance.found_camera\"]",
    "onvif_url": "str",
    "ip": "str",
    "name": "Union[str, None]",
    "hardware": "Union[str, None]",
    "location": "Union[str, None]",
    "streams": "List[str]",
})
_FoundCameraOptional = TypedDict("_FoundCameraOptional", {
}, total=False)


class FoundCamera(_FoundCameraRequired, _FoundCameraOptional):
    """An object of the API."""


_FoxgloveAddressRequired = TypedDict("_FoxgloveAddressRequired", {
    "object": "Literal[\"robot.foxglove_address\"]",
    "url": "str",
    "ends_at": "Union[float, None]",
})
_FoxgloveAddressOptional = TypedDict("_FoxgloveAddressOptional", {
}, total=False)


class FoxgloveAddress(_FoxgloveAddressRequired, _FoxgloveAddressOptional):
    """An object of the API."""


_FreeRobotReservationsRequired = TypedDict("_FreeRobotReservationsRequired", {
})
_FreeRobotReservationsOptional = TypedDict("_FreeRobotReservationsOptional", {
    "reason": "str",
}, total=False)


class FreeRobotReservations(_FreeRobotReservationsRequired, _FreeRobotReservationsOptional):
    """An object of the API."""


_FreedRobotReservationsRequired = TypedDict("_FreedRobotReservationsRequired", {
    "object": "Literal[\"robot.reservations\"]",
    "robot_id": "str",
    "freed": "List[str]",
})
_FreedRobotReservationsOptional = TypedDict("_FreedRobotReservationsOptional", {
}, total=False)


class FreedRobotReservations(_FreedRobotReservationsRequired, _FreedRobotReservationsOptional):
    """An object of the API."""


_HoldPictureRequired = TypedDict("_HoldPictureRequired", {
})
_HoldPictureOptional = TypedDict("_HoldPictureOptional", {
    "frame": "Union[HoldPictureFrame, HoldPictureFrame2]",
}, total=False)


class HoldPicture(_HoldPictureRequired, _HoldPictureOptional):
    """An object of the API."""


_HoldPictureFrameRequired = TypedDict("_HoldPictureFrameRequired", {
    "track": "Literal[\"main\", \"sub\"]",
    "generation": "int",
    "media_time": "float",
})
_HoldPictureFrameOptional = TypedDict("_HoldPictureFrameOptional", {
}, total=False)


class HoldPictureFrame(_HoldPictureFrameRequired, _HoldPictureFrameOptional):
    """An object of the API."""


_HoldPictureFrame2Required = TypedDict("_HoldPictureFrame2Required", {
    "session_id": "str",
    "rtp_timestamp": "int",
})
_HoldPictureFrame2Optional = TypedDict("_HoldPictureFrame2Optional", {
}, total=False)


class HoldPictureFrame2(_HoldPictureFrame2Required, _HoldPictureFrame2Optional):
    """An object of the API."""


_ImageRequestRequired = TypedDict("_ImageRequestRequired", {
    "prompt": "str",
})
_ImageRequestOptional = TypedDict("_ImageRequestOptional", {
    "reference_images": "List[str]",
    "brand_id": "str",
    "brand_identity": "ImageRequestBrandIdentity",
    "output": "MediaOutput",
    "client_reference_id": "str",
    "metadata": "Dict[str, str]",
}, total=False)


class ImageRequest(_ImageRequestRequired, _ImageRequestOptional):
    """An object of the API."""


_ImageRequestBrandIdentityRequired = TypedDict("_ImageRequestBrandIdentityRequired", {
})
_ImageRequestBrandIdentityOptional = TypedDict("_ImageRequestBrandIdentityOptional", {
    "name": "str",
    "colors": "List[ImageRequestBrandIdentityColors]",
    "typography": "List[ImageRequestBrandIdentityTypography]",
    "tone": "Union[ImageRequestBrandIdentityTone, None]",
    "identity": "Union[ImageRequestBrandIdentityIdentity, None]",
}, total=False)


class ImageRequestBrandIdentity(_ImageRequestBrandIdentityRequired, _ImageRequestBrandIdentityOptional):
    """An object of the API."""


_ImageRequestBrandIdentityColorsRequired = TypedDict("_ImageRequestBrandIdentityColorsRequired", {
    "hex": "str",
})
_ImageRequestBrandIdentityColorsOptional = TypedDict("_ImageRequestBrandIdentityColorsOptional", {
    "role": "Literal[\"primary\", \"secondary\", \"accent\", \"background\", \"surface\", \"text\", \"neutral\"]",
    "proportion": "float",
}, total=False)


class ImageRequestBrandIdentityColors(_ImageRequestBrandIdentityColorsRequired, _ImageRequestBrandIdentityColorsOptional):
    """An object of the API."""


_ImageRequestBrandIdentityTypographyRequired = TypedDict("_ImageRequestBrandIdentityTypographyRequired", {
    "family": "str",
})
_ImageRequestBrandIdentityTypographyOptional = TypedDict("_ImageRequestBrandIdentityTypographyOptional", {
    "role": "Literal[\"heading\", \"body\", \"button\", \"monospace\"]",
    "source": "Literal[\"google_fonts\", \"adobe_fonts\", \"web_font\", \"system\"]",
}, total=False)


class ImageRequestBrandIdentityTypography(_ImageRequestBrandIdentityTypographyRequired, _ImageRequestBrandIdentityTypographyOptional):
    """An object of the API."""


_ImageRequestBrandIdentityToneRequired = TypedDict("_ImageRequestBrandIdentityToneRequired", {
})
_ImageRequestBrandIdentityToneOptional = TypedDict("_ImageRequestBrandIdentityToneOptional", {
    "voice": "Union[str, None]",
    "dos": "List[str]",
    "donts": "List[str]",
}, total=False)


class ImageRequestBrandIdentityTone(_ImageRequestBrandIdentityToneRequired, _ImageRequestBrandIdentityToneOptional):
    """An object of the API."""


_ImageRequestBrandIdentityIdentityRequired = TypedDict("_ImageRequestBrandIdentityIdentityRequired", {
})
_ImageRequestBrandIdentityIdentityOptional = TypedDict("_ImageRequestBrandIdentityIdentityOptional", {
    "tagline": "Union[str, None]",
    "industry": "Union[str, None]",
    "values": "List[str]",
    "audience": "Union[str, None]",
}, total=False)


class ImageRequestBrandIdentityIdentity(_ImageRequestBrandIdentityIdentityRequired, _ImageRequestBrandIdentityIdentityOptional):
    """An object of the API."""


_IncidentRequired = TypedDict("_IncidentRequired", {
    "id": "str",
    "object": "Literal[\"surveillance.incident\"]",
    "type": "str",
    "source": "Literal[\"box\", \"camera\"]",
    "state": "Literal[\"open\", \"resolved\"]",
    "severity": "Literal[\"info\", \"warning\", \"critical\"]",
    "stream_id": "str",
    "stream_name": "Union[str, None]",
    "job_id": "str",
    "policy_id": "Union[str, None]",
    "zone": "Union[str, None]",
    "classes": "List[str]",
    "confidence": "float",
    "track_ids": "List[int]",
    "count": "int",
    "started_at": "float",
    "last_seen_at": "float",
    "resolved_at": "Union[float, None]",
    "acknowledged_at": "Union[float, None]",
    "acknowledged_by": "Union[str, None]",
    "resolved_by": "Union[str, None]",
    "notes": "List[IncidentNotes]",
    "verdict": "Union[Literal[\"true_positive\", \"false_positive\"], None]",
    "locale": "str",
    "summary": "str",
    "details": "Union[Dict[str, Any], None]",
    "narration": "Union[str, None]",
    "snapshot_url": "Union[str, None]",
    "clip_url": "Union[str, None]",
    "map_position": "Union[MapPosition, None]",
    "site": "Union[str, None]",
    "group_key": "Union[str, None]",
})
_IncidentOptional = TypedDict("_IncidentOptional", {
    "box_id": "str",
}, total=False)


class Incident(_IncidentRequired, _IncidentOptional):
    """An object of the API."""


_IncidentNotesRequired = TypedDict("_IncidentNotesRequired", {
    "text": "str",
    "created_at": "float",
    "created_by": "str",
})
_IncidentNotesOptional = TypedDict("_IncidentNotesOptional", {
}, total=False)


class IncidentNotes(_IncidentNotesRequired, _IncidentNotesOptional):
    """An object of the API."""


_IncidentGroupRequired = TypedDict("_IncidentGroupRequired", {
    "object": "Literal[\"surveillance.incident_group\"]",
    "group_key": "Union[str, None]",
    "count": "int",
    "open": "int",
    "unacknowledged": "int",
    "severity": "Literal[\"info\", \"warning\", \"critical\"]",
    "types": "List[str]",
    "stream_ids": "List[str]",
    "first_started_at": "float",
    "last_started_at": "float",
    "latest": "Incident",
})
_IncidentGroupOptional = TypedDict("_IncidentGroupOptional", {
}, total=False)


class IncidentGroup(_IncidentGroupRequired, _IncidentGroupOptional):
    """An object of the API."""


_IncidentNoteRequired = TypedDict("_IncidentNoteRequired", {
    "text": "str",
})
_IncidentNoteOptional = TypedDict("_IncidentNoteOptional", {
}, total=False)


class IncidentNote(_IncidentNoteRequired, _IncidentNoteOptional):
    """An object of the API."""


_IncidentReviewRequired = TypedDict("_IncidentReviewRequired", {
})
_IncidentReviewOptional = TypedDict("_IncidentReviewOptional", {
    "incident_ids": "List[str]",
    "filter": "IncidentReviewFilter",
    "acknowledge": "bool",
    "resolve": "bool",
    "verdict": "Union[Literal[\"true_positive\", \"false_positive\"], None]",
}, total=False)


class IncidentReview(_IncidentReviewRequired, _IncidentReviewOptional):
    """An object of the API."""


_IncidentReviewFilterRequired = TypedDict("_IncidentReviewFilterRequired", {
    "to": "float",
})
_IncidentReviewFilterOptional = TypedDict("_IncidentReviewFilterOptional", {
    "stream_id": "str",
    "state": "Literal[\"open\", \"resolved\"]",
    "severity": "Literal[\"info\", \"warning\", \"critical\"]",
    "min_severity": "Literal[\"info\", \"warning\", \"critical\"]",
    "type": "str",
    "group_key": "str",
    "search": "str",
    "from": "float",
    "acknowledged": "bool",
}, total=False)


class IncidentReviewFilter(_IncidentReviewFilterRequired, _IncidentReviewFilterOptional):
    """An object of the API."""


_IncidentVerdictRequired = TypedDict("_IncidentVerdictRequired", {
    "verdict": "Union[Literal[\"true_positive\", \"false_positive\"], None]",
})
_IncidentVerdictOptional = TypedDict("_IncidentVerdictOptional", {
}, total=False)


class IncidentVerdict(_IncidentVerdictRequired, _IncidentVerdictOptional):
    """An object of the API."""


_InvitationRequired = TypedDict("_InvitationRequired", {
    "id": "str",
    "object": "Literal[\"invitation\"]",
    "role": "Literal[\"viewer\", \"operator\", \"technician\", \"admin\"]",
    "cameras": "Union[List[str], None]",
    "name": "Union[str, None]",
    "person_id": "Union[str, None]",
    "created_at": "float",
    "created_by": "Union[str, None]",
    "expires_at": "float",
})
_InvitationOptional = TypedDict("_InvitationOptional", {
}, total=False)


class Invitation(_InvitationRequired, _InvitationOptional):
    """An object of the API."""


_JobRequired = TypedDict("_JobRequired", {
    "job_id": "str",
    "id": "str",
    "type": "Literal[\"campaign.generation\", \"image.generation\", \"ad.generation\", \"image.edit\", \"ad.localization\", \"avatar.generation\", \"brand.extraction\", \"brand.projection\", \"health.triage\", \"clinical.decision_support\", \"clinical.medication_check\", \"clinical.notes\", \"clinical.adherence\", \"clinical.risk\", \"clinical.scan\", \"clinical.research\", \"clinical.wellness\", \"neural.decode\", \"surveillance.stream\", \"robot.run\", \"voice.preview\", \"robot.command\", \"run\"]",
    "status": "Literal[\"queued\", \"processing\", \"completed\", \"failed\", \"cancelled\"]",
    "created_at": "float",
    "started_at": "Union[float, None]",
    "completed_at": "Union[float, None]",
    "expires_at": "Union[float, None]",
    "attempts": "int",
    "max_attempts": "Union[int, None]",
    "progress": "Union[float, None]",
    "queue_position": "Union[int, None]",
    "cancel_requested_at": "Union[float, None]",
    "result_url": "Union[str, None]",
    "error_log": "Union[str, None]",
    "error": "Union[JobError, None]",
    "client_reference_id": "Union[str, None]",
    "metadata": "Dict[str, str]",
    "payload": "Dict[str, Any]",
})
_JobOptional = TypedDict("_JobOptional", {
    "box_id": "str",
    "expanded": "JobExpanded",
    "waited_seconds": "float",
    "ad": "Dict[str, Any]",
}, total=False)


class Job(_JobRequired, _JobOptional):
    """An object of the API."""


_JobExpandedRequired = TypedDict("_JobExpandedRequired", {
})
_JobExpandedOptional = TypedDict("_JobExpandedOptional", {
    "diagnostics": "JobDiagnostics",
    "brand": "Dict[str, Any]",
    "avatar": "Dict[str, Any]",
    "ad": "Dict[str, Any]",
}, total=False)


class JobExpanded(_JobExpandedRequired, _JobExpandedOptional):
    """The objects that `expand` requests, as far as they exist."""


_JobAcceptedRequired = TypedDict("_JobAcceptedRequired", {
    "job_id": "str",
    "type": "Literal[\"campaign.generation\", \"image.generation\", \"ad.generation\", \"image.edit\", \"ad.localization\", \"avatar.generation\", \"brand.extraction\", \"brand.projection\", \"health.triage\", \"clinical.decision_support\", \"clinical.medication_check\", \"clinical.notes\", \"clinical.adherence\", \"clinical.risk\", \"clinical.scan\", \"clinical.research\", \"clinical.wellness\", \"neural.decode\", \"surveillance.stream\", \"robot.run\", \"voice.preview\", \"robot.command\", \"run\"]",
    "status": "Literal[\"queued\"]",
    "urls": "JobAcceptedUrls",
})
_JobAcceptedOptional = TypedDict("_JobAcceptedOptional", {
    "warnings": "List[str]",
    "webhook_secret": "str",
}, total=False)


class JobAccepted(_JobAcceptedRequired, _JobAcceptedOptional):
    """An object of the API."""


_JobAcceptedUrlsRequired = TypedDict("_JobAcceptedUrlsRequired", {
    "self": "str",
    "cancel": "str",
})
_JobAcceptedUrlsOptional = TypedDict("_JobAcceptedUrlsOptional", {
}, total=False)


class JobAcceptedUrls(_JobAcceptedUrlsRequired, _JobAcceptedUrlsOptional):
    """An object of the API."""


_JobDeletedRequired = TypedDict("_JobDeletedRequired", {
    "job_id": "str",
    "type": "Literal[\"campaign.generation\", \"image.generation\", \"ad.generation\", \"image.edit\", \"ad.localization\", \"avatar.generation\", \"brand.extraction\", \"brand.projection\", \"health.triage\", \"clinical.decision_support\", \"clinical.medication_check\", \"clinical.notes\", \"clinical.adherence\", \"clinical.risk\", \"clinical.scan\", \"clinical.research\", \"clinical.wellness\", \"neural.decode\", \"surveillance.stream\", \"robot.run\", \"voice.preview\", \"robot.command\", \"run\"]",
    "deleted": "bool",
})
_JobDeletedOptional = TypedDict("_JobDeletedOptional", {
}, total=False)


class JobDeleted(_JobDeletedRequired, _JobDeletedOptional):
    """An object of the API."""


_JobDiagnosticsRequired = TypedDict("_JobDiagnosticsRequired", {
    "routing": "Union[Dict[str, Any], None]",
    "box": "Union[str, None]",
    "steps": "List[JobDiagnosticsSteps]",
    "attempts": "List[JobDiagnosticsAttempts]",
    "stages": "Union[Dict[str, Any], None]",
})
_JobDiagnosticsOptional = TypedDict("_JobDiagnosticsOptional", {
}, total=False)


class JobDiagnostics(_JobDiagnosticsRequired, _JobDiagnosticsOptional):
    """An object of the API."""


_JobDiagnosticsStepsRequired = TypedDict("_JobDiagnosticsStepsRequired", {
    "name": "str",
    "started_at": "float",
    "duration_ms": "Union[float, None]",
})
_JobDiagnosticsStepsOptional = TypedDict("_JobDiagnosticsStepsOptional", {
}, total=False)


class JobDiagnosticsSteps(_JobDiagnosticsStepsRequired, _JobDiagnosticsStepsOptional):
    """An object of the API."""


_JobDiagnosticsAttemptsRequired = TypedDict("_JobDiagnosticsAttemptsRequired", {
    "number": "int",
    "started_at": "float",
    "duration_ms": "Union[float, None]",
    "outcome": "Union[Literal[\"completed\", \"failed\", \"retried\", \"cancelled\", \"released\", \"crashed\"], None]",
    "error_code": "Union[str, None]",
    "error_message": "Union[str, None]",
})
_JobDiagnosticsAttemptsOptional = TypedDict("_JobDiagnosticsAttemptsOptional", {
}, total=False)


class JobDiagnosticsAttempts(_JobDiagnosticsAttemptsRequired, _JobDiagnosticsAttemptsOptional):
    """An object of the API."""


_JobErrorRequired = TypedDict("_JobErrorRequired", {
    "code": "str",
    "message": "str",
    "retryable": "bool",
})
_JobErrorOptional = TypedDict("_JobErrorOptional", {
}, total=False)


class JobError(_JobErrorRequired, _JobErrorOptional):
    """An object of the API."""


_KeyRequired = TypedDict("_KeyRequired", {
    "id": "str",
    "object": "Literal[\"key\"]",
    "org": "str",
    "name": "str",
    "preset": "Union[Literal[\"viewer\", \"recorder\", \"integrator\", \"operator\", \"technician\", \"admin\"], None]",
    "scopes": "List[Literal[\"jobs:read\", \"jobs:write\", \"media:read\", \"media:write\", \"avatars:read\", \"avatars:write\", \"brands:read\", \"brands:write\", \"surveillance:read\", \"surveillance:write\", \"events:read\", \"robots:read\", \"robots:write\", \"robots:command\", \"robots:confirm\", \"health:read\", \"health:write\", \"clinical:read\", \"clinical:write\", \"neural:read\", \"neural:write\", \"voice:read\", \"voice:write\", \"runs:read\", \"runs:write\", \"webhooks:read\", \"webhooks:write\", \"system:read\", \"system:admin\", \"keys:admin\"]]",
    "networks": "List[str]",
    "state": "Literal[\"active\", \"expired\", \"revoked\"]",
    "created_at": "float",
    "created_by": "Union[str, None]",
    "expires_at": "Union[float, None]",
    "last_used_at": "Union[float, None]",
    "rolled_at": "Union[float, None]",
    "previous_secret_until": "Union[float, None]",
    "revoked_at": "Union[float, None]",
})
_KeyOptional = TypedDict("_KeyOptional", {
}, total=False)


class Key(_KeyRequired, _KeyOptional):
    """An object of the API."""


_KeyNamesRequired = TypedDict("_KeyNamesRequired", {
    "names": "List[KeyNamesNames]",
})
_KeyNamesOptional = TypedDict("_KeyNamesOptional", {
}, total=False)


class KeyNames(_KeyNamesRequired, _KeyNamesOptional):
    """An object of the API."""


_KeyNamesNamesRequired = TypedDict("_KeyNamesNamesRequired", {
    "id": "str",
    "name": "str",
})
_KeyNamesNamesOptional = TypedDict("_KeyNamesNamesOptional", {
}, total=False)


class KeyNamesNames(_KeyNamesNamesRequired, _KeyNamesNamesOptional):
    """An object of the API."""


_LearntLessonsRequired = TypedDict("_LearntLessonsRequired", {
    "learnt_at": "float",
    "model": "str",
    "cameras": "List[LearntLessonsCameras]",
})
_LearntLessonsOptional = TypedDict("_LearntLessonsOptional", {
}, total=False)


class LearntLessons(_LearntLessonsRequired, _LearntLessonsOptional):
    """An object of the API."""


_LearntLessonsCamerasRequired = TypedDict("_LearntLessonsCamerasRequired", {
    "stream_id": "str",
    "changed": "bool",
    "veto": "List[str]",
    "min_scores": "Dict[str, float]",
    "marked": "LearntLessonsCamerasMarked",
    "before": "LearntLessonsCamerasBefore",
    "after": "LearntLessonsCamerasAfter",
    "sentence": "str",
})
_LearntLessonsCamerasOptional = TypedDict("_LearntLessonsCamerasOptional", {
}, total=False)


class LearntLessonsCameras(_LearntLessonsCamerasRequired, _LearntLessonsCamerasOptional):
    """An object of the API."""


_LearntLessonsCamerasMarkedRequired = TypedDict("_LearntLessonsCamerasMarkedRequired", {
    "real": "int",
    "false_alarms": "int",
    "misses": "int",
})
_LearntLessonsCamerasMarkedOptional = TypedDict("_LearntLessonsCamerasMarkedOptional", {
}, total=False)


class LearntLessonsCamerasMarked(_LearntLessonsCamerasMarkedRequired, _LearntLessonsCamerasMarkedOptional):
    """An object of the API."""


_LearntLessonsCamerasBeforeRequired = TypedDict("_LearntLessonsCamerasBeforeRequired", {
    "real_found": "int",
    "false_raised": "int",
    "misses_found": "int",
})
_LearntLessonsCamerasBeforeOptional = TypedDict("_LearntLessonsCamerasBeforeOptional", {
}, total=False)


class LearntLessonsCamerasBefore(_LearntLessonsCamerasBeforeRequired, _LearntLessonsCamerasBeforeOptional):
    """An object of the API."""


_LearntLessonsCamerasAfterRequired = TypedDict("_LearntLessonsCamerasAfterRequired", {
    "real_found": "int",
    "false_raised": "int",
    "misses_found": "int",
})
_LearntLessonsCamerasAfterOptional = TypedDict("_LearntLessonsCamerasAfterOptional", {
}, total=False)


class LearntLessonsCamerasAfter(_LearntLessonsCamerasAfterRequired, _LearntLessonsCamerasAfterOptional):
    """An object of the API."""


_LocalizeRequestRequired = TypedDict("_LocalizeRequestRequired", {
    "source_job_id": "str",
    "prompt": "str",
    "target_language": "str",
    "target_currency": "str",
    "target_culture": "str",
})
_LocalizeRequestOptional = TypedDict("_LocalizeRequestOptional", {
    "brand_id": "str",
    "brand_identity": "LocalizeRequestBrandIdentity",
    "client_reference_id": "str",
    "metadata": "Dict[str, str]",
}, total=False)


class LocalizeRequest(_LocalizeRequestRequired, _LocalizeRequestOptional):
    """An object of the API."""


_LocalizeRequestBrandIdentityRequired = TypedDict("_LocalizeRequestBrandIdentityRequired", {
})
_LocalizeRequestBrandIdentityOptional = TypedDict("_LocalizeRequestBrandIdentityOptional", {
    "name": "str",
    "colors": "List[LocalizeRequestBrandIdentityColors]",
    "typography": "List[LocalizeRequestBrandIdentityTypography]",
    "tone": "Union[LocalizeRequestBrandIdentityTone, None]",
    "identity": "Union[LocalizeRequestBrandIdentityIdentity, None]",
}, total=False)


class LocalizeRequestBrandIdentity(_LocalizeRequestBrandIdentityRequired, _LocalizeRequestBrandIdentityOptional):
    """An object of the API."""


_LocalizeRequestBrandIdentityColorsRequired = TypedDict("_LocalizeRequestBrandIdentityColorsRequired", {
    "hex": "str",
})
_LocalizeRequestBrandIdentityColorsOptional = TypedDict("_LocalizeRequestBrandIdentityColorsOptional", {
    "role": "Literal[\"primary\", \"secondary\", \"accent\", \"background\", \"surface\", \"text\", \"neutral\"]",
    "proportion": "float",
}, total=False)


class LocalizeRequestBrandIdentityColors(_LocalizeRequestBrandIdentityColorsRequired, _LocalizeRequestBrandIdentityColorsOptional):
    """An object of the API."""


_LocalizeRequestBrandIdentityTypographyRequired = TypedDict("_LocalizeRequestBrandIdentityTypographyRequired", {
    "family": "str",
})
_LocalizeRequestBrandIdentityTypographyOptional = TypedDict("_LocalizeRequestBrandIdentityTypographyOptional", {
    "role": "Literal[\"heading\", \"body\", \"button\", \"monospace\"]",
    "source": "Literal[\"google_fonts\", \"adobe_fonts\", \"web_font\", \"system\"]",
}, total=False)


class LocalizeRequestBrandIdentityTypography(_LocalizeRequestBrandIdentityTypographyRequired, _LocalizeRequestBrandIdentityTypographyOptional):
    """An object of the API."""


_LocalizeRequestBrandIdentityToneRequired = TypedDict("_LocalizeRequestBrandIdentityToneRequired", {
})
_LocalizeRequestBrandIdentityToneOptional = TypedDict("_LocalizeRequestBrandIdentityToneOptional", {
    "voice": "Union[str, None]",
    "dos": "List[str]",
    "donts": "List[str]",
}, total=False)


class LocalizeRequestBrandIdentityTone(_LocalizeRequestBrandIdentityToneRequired, _LocalizeRequestBrandIdentityToneOptional):
    """An object of the API."""


_LocalizeRequestBrandIdentityIdentityRequired = TypedDict("_LocalizeRequestBrandIdentityIdentityRequired", {
})
_LocalizeRequestBrandIdentityIdentityOptional = TypedDict("_LocalizeRequestBrandIdentityIdentityOptional", {
    "tagline": "Union[str, None]",
    "industry": "Union[str, None]",
    "values": "List[str]",
    "audience": "Union[str, None]",
}, total=False)


class LocalizeRequestBrandIdentityIdentity(_LocalizeRequestBrandIdentityIdentityRequired, _LocalizeRequestBrandIdentityIdentityOptional):
    """An object of the API."""


_LoudspeakerRequired = TypedDict("_LoudspeakerRequired", {
    "object": "Literal[\"surveillance.loudspeaker\"]",
    "stream_id": "str",
    "state": "Literal[\"unknown\", \"offered\", \"absent\", \"unsupported\"]",
    "codec": "Union[Literal[\"pcmu\", \"pcma\"], None]",
    "talker": "Union[str, None]",
})
_LoudspeakerOptional = TypedDict("_LoudspeakerOptional", {
}, total=False)


class Loudspeaker(_LoudspeakerRequired, _LoudspeakerOptional):
    """An object of the API."""


_MachineRequired = TypedDict("_MachineRequired", {
    "disk": "Union[MachineDisk, None]",
    "memory": "Union[MachineMemory, None]",
    "load": "List[float]",
    "cpus": "int",
    "temperature": "Union[MachineTemperature, None]",
    "throttled": "Union[bool, None]",
    "clock_synchronised": "Union[bool, None]",
})
_MachineOptional = TypedDict("_MachineOptional", {
}, total=False)


class Machine(_MachineRequired, _MachineOptional):
    """An object of the API."""


_MachineDiskRequired = TypedDict("_MachineDiskRequired", {
    "free_bytes": "int",
    "total_bytes": "int",
})
_MachineDiskOptional = TypedDict("_MachineDiskOptional", {
}, total=False)


class MachineDisk(_MachineDiskRequired, _MachineDiskOptional):
    """An object of the API."""


_MachineMemoryRequired = TypedDict("_MachineMemoryRequired", {
    "available_bytes": "int",
    "total_bytes": "int",
})
_MachineMemoryOptional = TypedDict("_MachineMemoryOptional", {
}, total=False)


class MachineMemory(_MachineMemoryRequired, _MachineMemoryOptional):
    """An object of the API."""


_MachineTemperatureRequired = TypedDict("_MachineTemperatureRequired", {
    "sensor": "str",
    "celsius": "float",
})
_MachineTemperatureOptional = TypedDict("_MachineTemperatureOptional", {
}, total=False)


class MachineTemperature(_MachineTemperatureRequired, _MachineTemperatureOptional):
    """An object of the API."""


_MapPositionRequired = TypedDict("_MapPositionRequired", {
    "frame": "str",
    "x": "float",
    "y": "float",
    "error_m": "Union[float, None]",
    "extrapolated": "bool",
})
_MapPositionOptional = TypedDict("_MapPositionOptional", {
}, total=False)


class MapPosition(_MapPositionRequired, _MapPositionOptional):
    """An object of the API."""


_MediaOutputRequired = TypedDict("_MediaOutputRequired", {
})
_MediaOutputOptional = TypedDict("_MediaOutputOptional", {
    "aspect_ratio": "Literal[\"auto\", \"1:1\", \"4:5\", \"5:4\", \"3:4\", \"4:3\", \"2:3\", \"3:2\", \"9:16\", \"16:9\", \"21:9\"]",
    "resolution": "Literal[\"1K\", \"2K\", \"4K\"]",
    "thinking_intensity": "Literal[\"minimal\", \"low\", \"medium\", \"high\"]",
}, total=False)


class MediaOutput(_MediaOutputRequired, _MediaOutputOptional):
    """An object of the API."""


_MissRequired = TypedDict("_MissRequired", {
    "id": "str",
    "object": "Literal[\"surveillance.miss\"]",
    "stream_id": "str",
    "label": "str",
    "box": "List[float]",
    "created_at": "float",
    "created_by": "str",
})
_MissOptional = TypedDict("_MissOptional", {
}, total=False)


class Miss(_MissRequired, _MissOptional):
    """An object of the API."""


_MissedObjectRequired = TypedDict("_MissedObjectRequired", {
    "label": "str",
    "box": "List[float]",
})
_MissedObjectOptional = TypedDict("_MissedObjectOptional", {
    "at": "float",
    "picture_id": "str",
}, total=False)


class MissedObject(_MissedObjectRequired, _MissedObjectOptional):
    """An object of the API."""


_MissionBranchRequired = TypedDict("_MissionBranchRequired", {
    "on": "str",
    "to": "str",
})
_MissionBranchOptional = TypedDict("_MissionBranchOptional", {
}, total=False)


class MissionBranch(_MissionBranchRequired, _MissionBranchOptional):
    """An object of the API."""


_MissionRequestRequired = TypedDict("_MissionRequestRequired", {
    "name": "str",
    "steps": "List[MissionStep]",
})
_MissionRequestOptional = TypedDict("_MissionRequestOptional", {
    "description": "str",
    "robot_id": "Union[str, None]",
    "stream_ids": "List[str]",
    "max_steps": "int",
    "max_minutes": "float",
    "priority": "int",
    "interruptible": "bool",
    "after_restart": "Literal[\"pause\", \"resume\"]",
}, total=False)


class MissionRequest(_MissionRequestRequired, _MissionRequestOptional):
    """An object of the API."""


_MissionStartsRequired = TypedDict("_MissionStartsRequired", {
    "schedule": "PolicySchedule",
})
_MissionStartsOptional = TypedDict("_MissionStartsOptional", {
    "modes": "List[Literal[\"armed\", \"home\", \"disarmed\"]]",
    "every_minutes": "float",
    "enabled": "bool",
}, total=False)


class MissionStarts(_MissionStartsRequired, _MissionStartsOptional):
    """The box queues the mission when its schedule begins to hold in one of its site modes."""


_MissionStepRequired = TypedDict("_MissionStepRequired", {
    "type": "Literal[\"go\", \"wait\", \"look\", \"ask\", \"announce\", \"pick\", \"drop\", \"door\", \"charge\", \"webhook\", \"operation\"]",
})
_MissionStepOptional = TypedDict("_MissionStepOptional", {
    "id": "str",
    "place": "str",
    "target": "RobotPosition",
    "max_speed_mps": "float",
    "seconds": "float",
    "look_for": "str",
    "question": "str",
    "answers": "List[str]",
    "message": "str",
    "load": "RobotLoad",
    "station": "RobotStation",
    "device": "str",
    "parameters": "Dict[str, Any]",
    "door": "str",
    "level": "str",
    "until_percent": "float",
    "webhook_id": "str",
    "data": "Dict[str, Any]",
    "operation": "str",
    "input": "Dict[str, Any]",
    "branches": "List[MissionBranch]",
}, total=False)


class MissionStep(_MissionStepRequired, _MissionStepOptional):
    """An object of the API."""


_ModeRequired = TypedDict("_ModeRequired", {
    "object": "Literal[\"system.mode\"]",
    "mode": "Literal[\"armed\", \"home\", \"disarmed\"]",
    "source": "Literal[\"default\", \"hand\", \"schedule\"]",
    "since": "Union[float, None]",
    "set_by": "Union[str, None]",
    "next_change": "Union[ModeNextChange, None]",
    "schedule": "Union[Union[ModeSchedule, None], None]",
})
_ModeOptional = TypedDict("_ModeOptional", {
}, total=False)


class Mode(_ModeRequired, _ModeOptional):
    """An object of the API."""


_ModeNextChangeRequired = TypedDict("_ModeNextChangeRequired", {
    "at": "float",
    "mode": "Literal[\"armed\", \"home\", \"disarmed\"]",
})
_ModeNextChangeOptional = TypedDict("_ModeNextChangeOptional", {
}, total=False)


class ModeNextChange(_ModeNextChangeRequired, _ModeNextChangeOptional):
    """An object of the API."""


_ModeRequestRequired = TypedDict("_ModeRequestRequired", {
})
_ModeRequestOptional = TypedDict("_ModeRequestOptional", {
    "mode": "Literal[\"armed\", \"home\", \"disarmed\"]",
    "schedule": "Union[ModeSchedule, None]",
}, total=False)


class ModeRequest(_ModeRequestRequired, _ModeRequestOptional):
    """An object of the API."""


_ModeScheduleRequired = TypedDict("_ModeScheduleRequired", {
    "time_zone": "str",
    "changes": "List[ModeScheduleChanges]",
})
_ModeScheduleOptional = TypedDict("_ModeScheduleOptional", {
    "holidays": "List[str]",
}, total=False)


class ModeSchedule(_ModeScheduleRequired, _ModeScheduleOptional):
    """An object of the API."""


_ModeScheduleChangesRequired = TypedDict("_ModeScheduleChangesRequired", {
    "at": "str",
    "mode": "Literal[\"armed\", \"home\", \"disarmed\"]",
})
_ModeScheduleChangesOptional = TypedDict("_ModeScheduleChangesOptional", {
    "days": "List[Literal[\"mon\", \"tue\", \"wed\", \"thu\", \"fri\", \"sat\", \"sun\", \"holiday\"]]",
}, total=False)


class ModeScheduleChanges(_ModeScheduleChangesRequired, _ModeScheduleChangesOptional):
    """An object of the API."""


_ModelRequired = TypedDict("_ModelRequired", {
    "name": "str",
    "description": "Union[str, None]",
    "state": "Literal[\"available\", \"verified\", \"corrupt\", \"missing\", \"quarantined\", \"unchecked\"]",
    "shipped": "bool",
    "default": "bool",
    "recommended": "bool",
    "streams": "List[str]",
    "licence": "str",
    "engine": "Union[ModelEngine, None]",
    "ms": "Union[float, None]",
    "estimated": "bool",
    "cameras": "Union[int, None]",
})
_ModelOptional = TypedDict("_ModelOptional", {
}, total=False)


class Model(_ModelRequired, _ModelOptional):
    """An object of the API."""


_ModelEngineRequired = TypedDict("_ModelEngineRequired", {
    "state": "Literal[\"building\", \"ready\", \"failed\"]",
    "reason": "Union[str, None]",
})
_ModelEngineOptional = TypedDict("_ModelEngineOptional", {
}, total=False)


class ModelEngine(_ModelEngineRequired, _ModelEngineOptional):
    """An object of the API."""


_ModelsRequired = TypedDict("_ModelsRequired", {
    "object": "Literal[\"surveillance.models\"]",
    "default": "str",
    "chosen": "Union[str, None]",
    "models": "List[Model]",
    "work": "Union[ModelsWork, None]",
    "learnt": "Union[LearntLessons, None]",
})
_ModelsOptional = TypedDict("_ModelsOptional", {
}, total=False)


class Models(_ModelsRequired, _ModelsOptional):
    """An object of the API."""


_ModelsWorkRequired = TypedDict("_ModelsWorkRequired", {
    "kind": "Literal[\"pull\", \"install\", \"bench\", \"learn\"]",
    "name": "str",
    "state": "Literal[\"running\", \"done\", \"failed\"]",
    "bytes": "int",
    "total": "Union[int, None]",
    "error": "Union[ModelsWorkError, None]",
})
_ModelsWorkOptional = TypedDict("_ModelsWorkOptional", {
}, total=False)


class ModelsWork(_ModelsWorkRequired, _ModelsWorkOptional):
    """An object of the API."""


_ModelsWorkErrorRequired = TypedDict("_ModelsWorkErrorRequired", {
    "code": "str",
    "message": "str",
})
_ModelsWorkErrorOptional = TypedDict("_ModelsWorkErrorOptional", {
}, total=False)


class ModelsWorkError(_ModelsWorkErrorRequired, _ModelsWorkErrorOptional):
    """An object of the API."""


_MqttConnectionRequired = TypedDict("_MqttConnectionRequired", {
    "broker": "str",
    "base_topic": "str",
    "connected": "bool",
    "since": "float",
    "last_error": "Union[str, None]",
    "backlog": "int",
    "events_acknowledged": "int",
    "events_lost": "int",
    "commands": "Union[MqttConnectionCommands, None]",
})
_MqttConnectionOptional = TypedDict("_MqttConnectionOptional", {
}, total=False)


class MqttConnection(_MqttConnectionRequired, _MqttConnectionOptional):
    """An object of the API."""


_MqttConnectionCommandsRequired = TypedDict("_MqttConnectionCommandsRequired", {
    "done": "int",
    "refused": "int",
})
_MqttConnectionCommandsOptional = TypedDict("_MqttConnectionCommandsOptional", {
}, total=False)


class MqttConnectionCommands(_MqttConnectionCommandsRequired, _MqttConnectionCommandsOptional):
    """An object of the API."""


_NewInvitationRequired = TypedDict("_NewInvitationRequired", {
    "id": "str",
    "object": "Literal[\"invitation\"]",
    "role": "Literal[\"viewer\", \"operator\", \"technician\", \"admin\"]",
    "cameras": "Union[List[str], None]",
    "name": "Union[str, None]",
    "person_id": "Union[str, None]",
    "created_at": "float",
    "created_by": "Union[str, None]",
    "expires_at": "float",
})
_NewInvitationOptional = TypedDict("_NewInvitationOptional", {
    "token": "str",
    "url": "str",
}, total=False)


class NewInvitation(_NewInvitationRequired, _NewInvitationOptional):
    """An object of the API."""


_NewKeyRequired = TypedDict("_NewKeyRequired", {
    "id": "str",
    "object": "Literal[\"key\"]",
    "org": "str",
    "name": "str",
    "preset": "Union[Literal[\"viewer\", \"recorder\", \"integrator\", \"operator\", \"technician\", \"admin\"], None]",
    "scopes": "List[Literal[\"jobs:read\", \"jobs:write\", \"media:read\", \"media:write\", \"avatars:read\", \"avatars:write\", \"brands:read\", \"brands:write\", \"surveillance:read\", \"surveillance:write\", \"events:read\", \"robots:read\", \"robots:write\", \"robots:command\", \"robots:confirm\", \"health:read\", \"health:write\", \"clinical:read\", \"clinical:write\", \"neural:read\", \"neural:write\", \"voice:read\", \"voice:write\", \"runs:read\", \"runs:write\", \"webhooks:read\", \"webhooks:write\", \"system:read\", \"system:admin\", \"keys:admin\"]]",
    "networks": "List[str]",
    "state": "Literal[\"active\", \"expired\", \"revoked\"]",
    "created_at": "float",
    "created_by": "Union[str, None]",
    "expires_at": "Union[float, None]",
    "last_used_at": "Union[float, None]",
    "rolled_at": "Union[float, None]",
    "previous_secret_until": "Union[float, None]",
    "revoked_at": "Union[float, None]",
})
_NewKeyOptional = TypedDict("_NewKeyOptional", {
    "key": "str",
}, total=False)


class NewKey(_NewKeyRequired, _NewKeyOptional):
    """An object of the API."""


_PageSessionRequired = TypedDict("_PageSessionRequired", {
    "id": "str",
    "object": "Literal[\"page_session\"]",
    "person_id": "Union[str, None]",
    "key_id": "Union[str, None]",
    "name": "Union[str, None]",
    "method": "Literal[\"key\", \"password\", \"passkey\", \"provider\", \"invitation\"]",
    "address": "Union[str, None]",
    "browser": "Union[str, None]",
    "is_current": "bool",
    "created_at": "float",
    "last_seen_at": "float",
    "expires_at": "float",
})
_PageSessionOptional = TypedDict("_PageSessionOptional", {
}, total=False)


class PageSession(_PageSessionRequired, _PageSessionOptional):
    """An object of the API."""


_PasskeyCreationOptionsRequired = TypedDict("_PasskeyCreationOptionsRequired", {
    "challenge": "str",
    "timeout": "int",
    "rp": "PasskeyCreationOptionsRp",
    "user": "PasskeyCreationOptionsUser",
    "pubKeyCredParams": "List[PasskeyCreationOptionsPubKeyCredParams]",
    "authenticatorSelection": "PasskeyCreationOptionsAuthenticatorSelection",
    "excludeCredentials": "List[PasskeyCreationOptionsExcludeCredentials]",
    "attestation": "Literal[\"none\"]",
})
_PasskeyCreationOptionsOptional = TypedDict("_PasskeyCreationOptionsOptional", {
}, total=False)


class PasskeyCreationOptions(_PasskeyCreationOptionsRequired, _PasskeyCreationOptionsOptional):
    """An object of the API."""


_PasskeyCreationOptionsRpRequired = TypedDict("_PasskeyCreationOptionsRpRequired", {
    "id": "str",
    "name": "str",
})
_PasskeyCreationOptionsRpOptional = TypedDict("_PasskeyCreationOptionsRpOptional", {
}, total=False)


class PasskeyCreationOptionsRp(_PasskeyCreationOptionsRpRequired, _PasskeyCreationOptionsRpOptional):
    """An object of the API."""


_PasskeyCreationOptionsUserRequired = TypedDict("_PasskeyCreationOptionsUserRequired", {
    "id": "str",
    "name": "str",
    "displayName": "str",
})
_PasskeyCreationOptionsUserOptional = TypedDict("_PasskeyCreationOptionsUserOptional", {
}, total=False)


class PasskeyCreationOptionsUser(_PasskeyCreationOptionsUserRequired, _PasskeyCreationOptionsUserOptional):
    """An object of the API."""


_PasskeyCreationOptionsPubKeyCredParamsRequired = TypedDict("_PasskeyCreationOptionsPubKeyCredParamsRequired", {
    "type": "Literal[\"public-key\"]",
    "alg": "int",
})
_PasskeyCreationOptionsPubKeyCredParamsOptional = TypedDict("_PasskeyCreationOptionsPubKeyCredParamsOptional", {
}, total=False)


class PasskeyCreationOptionsPubKeyCredParams(_PasskeyCreationOptionsPubKeyCredParamsRequired, _PasskeyCreationOptionsPubKeyCredParamsOptional):
    """An object of the API."""


_PasskeyCreationOptionsAuthenticatorSelectionRequired = TypedDict("_PasskeyCreationOptionsAuthenticatorSelectionRequired", {
    "residentKey": "Literal[\"required\"]",
    "userVerification": "Literal[\"required\"]",
})
_PasskeyCreationOptionsAuthenticatorSelectionOptional = TypedDict("_PasskeyCreationOptionsAuthenticatorSelectionOptional", {
}, total=False)


class PasskeyCreationOptionsAuthenticatorSelection(_PasskeyCreationOptionsAuthenticatorSelectionRequired, _PasskeyCreationOptionsAuthenticatorSelectionOptional):
    """An object of the API."""


_PasskeyCreationOptionsExcludeCredentialsRequired = TypedDict("_PasskeyCreationOptionsExcludeCredentialsRequired", {
    "type": "Literal[\"public-key\"]",
    "id": "str",
})
_PasskeyCreationOptionsExcludeCredentialsOptional = TypedDict("_PasskeyCreationOptionsExcludeCredentialsOptional", {
}, total=False)


class PasskeyCreationOptionsExcludeCredentials(_PasskeyCreationOptionsExcludeCredentialsRequired, _PasskeyCreationOptionsExcludeCredentialsOptional):
    """An object of the API."""


_PasskeyRequestOptionsRequired = TypedDict("_PasskeyRequestOptionsRequired", {
    "challenge": "str",
    "timeout": "int",
    "rpId": "str",
    "allowCredentials": "List[PasskeyRequestOptionsAllowCredentials]",
    "userVerification": "Literal[\"required\"]",
})
_PasskeyRequestOptionsOptional = TypedDict("_PasskeyRequestOptionsOptional", {
}, total=False)


class PasskeyRequestOptions(_PasskeyRequestOptionsRequired, _PasskeyRequestOptionsOptional):
    """An object of the API."""


_PasskeyRequestOptionsAllowCredentialsRequired = TypedDict("_PasskeyRequestOptionsAllowCredentialsRequired", {
    "type": "Literal[\"public-key\"]",
    "id": "str",
})
_PasskeyRequestOptionsAllowCredentialsOptional = TypedDict("_PasskeyRequestOptionsAllowCredentialsOptional", {
}, total=False)


class PasskeyRequestOptionsAllowCredentials(_PasskeyRequestOptionsAllowCredentialsRequired, _PasskeyRequestOptionsAllowCredentialsOptional):
    """An object of the API."""


_PeopleSpeedLimitRequired = TypedDict("_PeopleSpeedLimitRequired", {
    "streams": "List[str]",
})
_PeopleSpeedLimitOptional = TypedDict("_PeopleSpeedLimitOptional", {
    "person_mps": "float",
    "reaction_ms": "int",
    "brake_mps2": "float",
    "clearance_m": "float",
    "slowest_mps": "float",
    "unobserved": "Literal[\"occupied\", \"free\"]",
}, total=False)


class PeopleSpeedLimit(_PeopleSpeedLimitRequired, _PeopleSpeedLimitOptional):
    """Advisory, not a safety function: lowers the robot's speed when cameras see people near it."""


_PersonRequired = TypedDict("_PersonRequired", {
    "id": "str",
    "object": "Literal[\"person\"]",
    "org": "str",
    "name": "str",
    "role": "Literal[\"viewer\", \"operator\", \"technician\", \"admin\"]",
    "scopes": "List[Literal[\"jobs:read\", \"jobs:write\", \"media:read\", \"media:write\", \"avatars:read\", \"avatars:write\", \"brands:read\", \"brands:write\", \"surveillance:read\", \"surveillance:write\", \"events:read\", \"robots:read\", \"robots:write\", \"robots:command\", \"robots:confirm\", \"health:read\", \"health:write\", \"clinical:read\", \"clinical:write\", \"neural:read\", \"neural:write\", \"voice:read\", \"voice:write\", \"runs:read\", \"runs:write\", \"webhooks:read\", \"webhooks:write\", \"system:read\", \"system:admin\", \"keys:admin\"]]",
    "cameras": "Union[List[str], None]",
    "has_password": "bool",
    "has_provider": "bool",
    "passkeys": "List[PersonPasskeys]",
    "created_at": "float",
    "created_by": "Union[str, None]",
    "last_signed_in_at": "Union[float, None]",
})
_PersonOptional = TypedDict("_PersonOptional", {
}, total=False)


class Person(_PersonRequired, _PersonOptional):
    """An object of the API."""


_PersonPasskeysRequired = TypedDict("_PersonPasskeysRequired", {
    "id": "str",
    "name": "str",
    "created_at": "float",
    "last_used_at": "Union[float, None]",
})
_PersonPasskeysOptional = TypedDict("_PersonPasskeysOptional", {
}, total=False)


class PersonPasskeys(_PersonPasskeysRequired, _PersonPasskeysOptional):
    """An object of the API."""


_PolicyRequired = TypedDict("_PolicyRequired", {
    "id": "str",
    "object": "Literal[\"surveillance.policy\"]",
    "stream_id": "str",
    "name": "str",
    "type": "str",
    "enabled": "bool",
    "holds_now": "bool",
    "streams": "List[str]",
    "warnings": "List[str]",
    "created_at": "float",
    "updated_at": "float",
})
_PolicyOptional = TypedDict("_PolicyOptional", {
    "condition": "PolicyCondition",
    "action": "PolicyAction",
    "schedule": "Union[PolicySchedule, None]",
    "modes": "List[Literal[\"armed\", \"home\", \"disarmed\"]]",
}, total=False)


class Policy(_PolicyRequired, _PolicyOptional):
    """An object of the API."""


_PolicyActionRequired = TypedDict("_PolicyActionRequired", {
})
_PolicyActionOptional = TypedDict("_PolicyActionOptional", {
    "severity": "Literal[\"info\", \"warning\", \"critical\"]",
    "cooldown_seconds": "float",
}, total=False)


class PolicyAction(_PolicyActionRequired, _PolicyActionOptional):
    """An object of the API."""


_PolicyConditionRequired = TypedDict("_PolicyConditionRequired", {
})
_PolicyConditionOptional = TypedDict("_PolicyConditionOptional", {
    "zone": "str",
    "line": "str",
    "seconds": "float",
    "classes": "List[str]",
    "direction": "Literal[\"any\", \"a_to_b\", \"b_to_a\"]",
    "heading": "float",
    "min_count": "int",
    "max_mps": "float",
    "distance": "float",
    "other_classes": "List[str]",
    "sensitivity": "float",
    "events": "List[Literal[\"motion\", \"line_crossing\", \"intrusion\", \"tamper\", \"digital_input\", \"person\", \"vehicle\", \"animal\"]]",
    "min_score": "float",
    "min_height": "float",
}, total=False)


class PolicyCondition(_PolicyConditionRequired, _PolicyConditionOptional):
    """An object of the API."""


_PolicyPatchRequired = TypedDict("_PolicyPatchRequired", {
})
_PolicyPatchOptional = TypedDict("_PolicyPatchOptional", {
    "stream_id": "str",
    "name": "str",
    "type": "str",
    "condition": "PolicyCondition",
    "action": "PolicyAction",
    "schedule": "Union[PolicySchedule, None]",
    "modes": "List[Literal[\"armed\", \"home\", \"disarmed\"]]",
    "enabled": "bool",
}, total=False)


class PolicyPatch(_PolicyPatchRequired, _PolicyPatchOptional):
    """An object of the API."""


_PolicyReplayRequired = TypedDict("_PolicyReplayRequired", {
    "object": "Literal[\"surveillance.policy_replay\"]",
    "policy_id": "Union[str, None]",
    "from": "float",
    "to": "float",
    "incident_count": "int",
    "incidents": "List[PolicyReplayIncidents]",
    "streams": "List[PolicyReplayStreams]",
})
_PolicyReplayOptional = TypedDict("_PolicyReplayOptional", {
}, total=False)


class PolicyReplay(_PolicyReplayRequired, _PolicyReplayOptional):
    """An object of the API."""


_PolicyReplayIncidentsRequired = TypedDict("_PolicyReplayIncidentsRequired", {
    "id": "str",
    "stream_id": "str",
    "type": "str",
    "severity": "str",
    "zone": "Union[str, None]",
    "classes": "List[str]",
    "confidence": "float",
    "track_ids": "List[int]",
    "count": "int",
    "started_at": "float",
    "opened_at": "float",
    "last_seen_at": "float",
    "resolved_at": "Union[float, None]",
    "summary": "str",
})
_PolicyReplayIncidentsOptional = TypedDict("_PolicyReplayIncidentsOptional", {
}, total=False)


class PolicyReplayIncidents(_PolicyReplayIncidentsRequired, _PolicyReplayIncidentsOptional):
    """An object of the API."""


_PolicyReplayStreamsRequired = TypedDict("_PolicyReplayStreamsRequired", {
    "stream_id": "str",
    "frames": "int",
    "recorded_seconds": "float",
    "incident_count": "int",
    "warnings": "List[str]",
})
_PolicyReplayStreamsOptional = TypedDict("_PolicyReplayStreamsOptional", {
}, total=False)


class PolicyReplayStreams(_PolicyReplayStreamsRequired, _PolicyReplayStreamsOptional):
    """An object of the API."""


_PolicyReplayRequestRequired = TypedDict("_PolicyReplayRequestRequired", {
    "from": "float",
    "to": "float",
})
_PolicyReplayRequestOptional = TypedDict("_PolicyReplayRequestOptional", {
    "stream_id": "str",
}, total=False)


class PolicyReplayRequest(_PolicyReplayRequestRequired, _PolicyReplayRequestOptional):
    """An object of the API."""


_PolicyRequestRequired = TypedDict("_PolicyRequestRequired", {
    "name": "str",
    "type": "str",
})
_PolicyRequestOptional = TypedDict("_PolicyRequestOptional", {
    "stream_id": "str",
    "condition": "PolicyCondition",
    "action": "PolicyAction",
    "schedule": "Union[PolicySchedule, None]",
    "modes": "List[Literal[\"armed\", \"home\", \"disarmed\"]]",
    "enabled": "bool",
}, total=False)


class PolicyRequest(_PolicyRequestRequired, _PolicyRequestOptional):
    """An object of the API."""


_PolicyScheduleRequired = TypedDict("_PolicyScheduleRequired", {
    "time_zone": "str",
    "windows": "List[PolicyScheduleWindows]",
})
_PolicyScheduleOptional = TypedDict("_PolicyScheduleOptional", {
    "holidays": "List[str]",
}, total=False)


class PolicySchedule(_PolicyScheduleRequired, _PolicyScheduleOptional):
    """An object of the API."""


_PolicyScheduleWindowsRequired = TypedDict("_PolicyScheduleWindowsRequired", {
})
_PolicyScheduleWindowsOptional = TypedDict("_PolicyScheduleWindowsOptional", {
    "days": "List[Literal[\"mon\", \"tue\", \"wed\", \"thu\", \"fri\", \"sat\", \"sun\", \"holiday\"]]",
    "from": "str",
    "to": "str",
}, total=False)


class PolicyScheduleWindows(_PolicyScheduleWindowsRequired, _PolicyScheduleWindowsOptional):
    """An object of the API."""


_ProbeRequired = TypedDict("_ProbeRequired", {
    "object": "Literal[\"surveillance.probe\"]",
    "finding": "Literal[\"usable\", \"bad_address\", \"not_allowed\", \"unknown_host\", \"no_answer\", \"refused\", \"lost\", \"hung_up\", \"untrusted\", \"no_tls\", \"busy\", \"password_missing\", \"password_wrong\", \"sign_in_unknown\", \"rights_missing\", \"no_such_path\", \"redirected\", \"not_rtsp\", \"udp_only\", \"no_video\", \"codec_unsupported\", \"stopped\", \"no_stream\", \"unreadable\", \"onvif_failed\"]",
    "usable": "bool",
    "reachable": "bool",
    "credentials": "Literal[\"accepted\", \"not_needed\", \"missing\", \"refused\", \"unknown\"]",
    "rtsp": "Union[ProbeRtsp, None]",
    "onvif": "ProbeOnvif",
    "advice": "List[ProbeAdvice]",
})
_ProbeOptional = TypedDict("_ProbeOptional", {
}, total=False)


class Probe(_ProbeRequired, _ProbeOptional):
    """An object of the API."""


_ProbeRtspRequired = TypedDict("_ProbeRtspRequired", {
    "url": "str",
    "transport": "Union[str, None]",
    "problem": "Union[ProbeRtspProblem, None]",
    "codec": "Union[str, None]",
    "mime_codec": "Union[str, None]",
    "width": "Union[float, None]",
    "height": "Union[float, None]",
    "fps": "Union[float, None]",
    "gop_seconds": "Union[float, None]",
    "gop_frames": "Union[float, None]",
    "has_b_frames": "Union[bool, None]",
    "first_picture_seconds": "Union[float, None]",
    "watched_seconds": "float",
    "clock_offset_seconds": "Union[float, None]",
})
_ProbeRtspOptional = TypedDict("_ProbeRtspOptional", {
}, total=False)


class ProbeRtsp(_ProbeRtspRequired, _ProbeRtspOptional):
    """An object of the API."""


_ProbeRtspProblemRequired = TypedDict("_ProbeRtspProblemRequired", {
    "code": "str",
    "message": "str",
})
_ProbeRtspProblemOptional = TypedDict("_ProbeRtspProblemOptional", {
}, total=False)


class ProbeRtspProblem(_ProbeRtspProblemRequired, _ProbeRtspProblemOptional):
    """An object of the API."""


_ProbeOnvifRequired = TypedDict("_ProbeOnvifRequired", {
    "url": "str",
    "problem": "Union[ProbeOnvifProblem, None]",
    "manufacturer": "Union[str, None]",
    "model": "Union[str, None]",
    "firmware": "Union[str, None]",
    "clock_offset_seconds": "Union[float, None]",
    "profiles": "List[ProbeOnvifProfiles]",
})
_ProbeOnvifOptional = TypedDict("_ProbeOnvifOptional", {
}, total=False)


class ProbeOnvif(_ProbeOnvifRequired, _ProbeOnvifOptional):
    """An object of the API."""


_ProbeOnvifProblemRequired = TypedDict("_ProbeOnvifProblemRequired", {
    "code": "str",
    "message": "str",
})
_ProbeOnvifProblemOptional = TypedDict("_ProbeOnvifProblemOptional", {
}, total=False)


class ProbeOnvifProblem(_ProbeOnvifProblemRequired, _ProbeOnvifProblemOptional):
    """An object of the API."""


_ProbeOnvifProfilesRequired = TypedDict("_ProbeOnvifProfilesRequired", {
    "token": "str",
    "name": "str",
    "codec": "Union[str, None]",
    "width": "Union[float, None]",
    "height": "Union[float, None]",
    "fps": "Union[float, None]",
    "gop_frames": "Union[float, None]",
    "has_ptz": "bool",
    "stream_url": "Union[str, None]",
    "snapshot_url": "Union[str, None]",
})
_ProbeOnvifProfilesOptional = TypedDict("_ProbeOnvifProfilesOptional", {
}, total=False)


class ProbeOnvifProfiles(_ProbeOnvifProfilesRequired, _ProbeOnvifProfilesOptional):
    """An object of the API."""


_ProbeAdviceRequired = TypedDict("_ProbeAdviceRequired", {
    "code": "str",
    "level": "Literal[\"info\", \"warning\", \"critical\"]",
    "message": "str",
    "values": "Dict[str, Union[float, str]]",
})
_ProbeAdviceOptional = TypedDict("_ProbeAdviceOptional", {
}, total=False)


class ProbeAdvice(_ProbeAdviceRequired, _ProbeAdviceOptional):
    """An object of the API."""


_ProbeRequestRequired = TypedDict("_ProbeRequestRequired", {
})
_ProbeRequestOptional = TypedDict("_ProbeRequestOptional", {
    "stream_id": "str",
    "url": "str",
    "host": "str",
    "username": "str",
    "password": "str",
    "onvif_url": "str",
}, total=False)


class ProbeRequest(_ProbeRequestRequired, _ProbeRequestOptional):
    """An object of the API."""


_ProfileRequired = TypedDict("_ProfileRequired", {
    "object": "Literal[\"surveillance.profile\"]",
    "name": "str",
    "description": "str",
    "detect": "List[str]",
    "behaviors": "List[Behavior]",
})
_ProfileOptional = TypedDict("_ProfileOptional", {
}, total=False)


class Profile(_ProfileRequired, _ProfileOptional):
    """An object of the API."""


_PtzRequired = TypedDict("_PtzRequired", {
    "object": "Literal[\"surveillance.ptz\"]",
    "stream_id": "str",
    "continuous": "bool",
    "absolute": "bool",
    "relative": "bool",
    "home": "bool",
    "position": "Union[PtzPosition, None]",
    "presets": "List[PtzPresets]",
})
_PtzOptional = TypedDict("_PtzOptional", {
}, total=False)


class Ptz(_PtzRequired, _PtzOptional):
    """An object of the API."""


_PtzPositionRequired = TypedDict("_PtzPositionRequired", {
    "pan": "Union[float, None]",
    "tilt": "Union[float, None]",
    "zoom": "Union[float, None]",
})
_PtzPositionOptional = TypedDict("_PtzPositionOptional", {
}, total=False)


class PtzPosition(_PtzPositionRequired, _PtzPositionOptional):
    """An object of the API."""


_PtzPresetsRequired = TypedDict("_PtzPresetsRequired", {
    "token": "str",
    "name": "str",
})
_PtzPresetsOptional = TypedDict("_PtzPresetsOptional", {
}, total=False)


class PtzPresets(_PtzPresetsRequired, _PtzPresetsOptional):
    """An object of the API."""


_PtzDoneRequired = TypedDict("_PtzDoneRequired", {
    "object": "Literal[\"surveillance.ptz_command\"]",
    "stream_id": "str",
    "action": "str",
    "preset": "Union[str, None]",
    "stops_at": "Union[float, None]",
    "move_id": "str",
})
_PtzDoneOptional = TypedDict("_PtzDoneOptional", {
}, total=False)


class PtzDone(_PtzDoneRequired, _PtzDoneOptional):
    """An object of the API."""


_PtzRequestRequired = TypedDict("_PtzRequestRequired", {
    "action": "Literal[\"move\", \"absolute\", \"relative\", \"stop\", \"home\", \"set_home\", \"goto_preset\", \"set_preset\", \"remove_preset\"]",
})
_PtzRequestOptional = TypedDict("_PtzRequestOptional", {
    "pan": "float",
    "tilt": "float",
    "zoom": "float",
    "speed": "float",
    "seconds": "float",
    "preset": "str",
    "name": "str",
    "only_after": "str",
}, total=False)


class PtzRequest(_PtzRequestRequired, _PtzRequestOptional):
    """An object of the API."""


_PushRequired = TypedDict("_PushRequired", {
    "enabled": "bool",
    "public_key": "Union[str, None]",
    "services": "List[str]",
    "pictures": "bool",
})
_PushOptional = TypedDict("_PushOptional", {
}, total=False)


class Push(_PushRequired, _PushOptional):
    """An object of the API."""


_PushSubscribeRequired = TypedDict("_PushSubscribeRequired", {
    "endpoint": "str",
    "keys": "PushSubscribeKeys",
    "device_name": "str",
})
_PushSubscribeOptional = TypedDict("_PushSubscribeOptional", {
    "language": "Literal[\"en\", \"fr\", \"de\", \"es\", \"ar\", \"zh\"]",
    "min_severity": "Literal[\"info\", \"warning\", \"critical\"]",
    "camera_ids": "Union[List[str], None]",
    "quiet_hours": "Union[PolicySchedule, None]",
    "critical_in_quiet_hours": "bool",
}, total=False)


class PushSubscribe(_PushSubscribeRequired, _PushSubscribeOptional):
    """An object of the API."""


_PushSubscribeKeysRequired = TypedDict("_PushSubscribeKeysRequired", {
    "p256dh": "str",
    "auth": "str",
})
_PushSubscribeKeysOptional = TypedDict("_PushSubscribeKeysOptional", {
}, total=False)


class PushSubscribeKeys(_PushSubscribeKeysRequired, _PushSubscribeKeysOptional):
    """An object of the API."""


_PushSubscriptionRequired = TypedDict("_PushSubscriptionRequired", {
    "id": "str",
    "object": "Literal[\"push.subscription\"]",
    "device_name": "str",
    "owner_id": "str",
    "owner_name": "str",
    "service": "str",
    "language": "Literal[\"en\", \"fr\", \"de\", \"es\", \"ar\", \"zh\"]",
    "min_severity": "Literal[\"info\", \"warning\", \"critical\"]",
    "camera_ids": "Union[List[str], None]",
    "quiet_hours": "Union[PolicySchedule, None]",
    "critical_in_quiet_hours": "bool",
    "created_at": "float",
    "last_success_at": "Union[float, None]",
    "last_error": "Union[str, None]",
    "waiting": "int",
})
_PushSubscriptionOptional = TypedDict("_PushSubscriptionOptional", {
}, total=False)


class PushSubscription(_PushSubscriptionRequired, _PushSubscriptionOptional):
    """An object of the API."""


_PushTestRequired = TypedDict("_PushTestRequired", {
    "id": "str",
    "object": "Literal[\"push.test\"]",
    "delivered": "bool",
    "error": "Union[str, None]",
})
_PushTestOptional = TypedDict("_PushTestOptional", {
}, total=False)


class PushTest(_PushTestRequired, _PushTestOptional):
    """An object of the API."""


_RaisedAlarmRequired = TypedDict("_RaisedAlarmRequired", {
    "alarm_id": "str",
    "type": "str",
    "severity": "Literal[\"info\", \"warning\", \"critical\"]",
    "summary": "str",
    "raised_at": "float",
    "cleared_at": "Union[float, None]",
    "mail": "Union[AlarmDelivery, None]",
    "relay": "Union[AlarmDelivery, None]",
})
_RaisedAlarmOptional = TypedDict("_RaisedAlarmOptional", {
}, total=False)


class RaisedAlarm(_RaisedAlarmRequired, _RaisedAlarmOptional):
    """An object of the API."""


_RecordingRequired = TypedDict("_RecordingRequired", {
    "object": "Literal[\"surveillance.recording\"]",
    "stream_id": "str",
    "from": "float",
    "to": "float",
    "codec": "str",
    "mime_type": "str",
    "sound": "bool",
    "width": "int",
    "height": "int",
    "size_bytes": "int",
    "masked": "bool",
    "duration_seconds": "float",
    "url": "str",
})
_RecordingOptional = TypedDict("_RecordingOptional", {
}, total=False)


class Recording(_RecordingRequired, _RecordingOptional):
    """An object of the API."""


_ReviewRequired = TypedDict("_ReviewRequired", {
    "object": "Literal[\"surveillance.review\"]",
    "changed": "int",
    "unchanged": "int",
    "not_found": "int",
    "has_more": "bool",
    "incidents": "List[ReviewIncidents]",
})
_ReviewOptional = TypedDict("_ReviewOptional", {
}, total=False)


class Review(_ReviewRequired, _ReviewOptional):
    """An object of the API."""


_ReviewIncidentsRequired = TypedDict("_ReviewIncidentsRequired", {
    "incident_id": "str",
    "outcome": "Literal[\"changed\", \"unchanged\", \"not_found\"]",
    "changes": "List[Literal[\"acknowledged\", \"resolved\", \"verdict\"]]",
})
_ReviewIncidentsOptional = TypedDict("_ReviewIncidentsOptional", {
}, total=False)


class ReviewIncidents(_ReviewIncidentsRequired, _ReviewIncidentsOptional):
    """An object of the API."""


_RobotRequired = TypedDict("_RobotRequired", {
    "robot_id": "str",
    "object": "Literal[\"robot\"]",
    "name": "Union[str, None]",
    "driver": "str",
    "connection": "RobotConnection",
    "capabilities": "List[RobotCapability]",
    "mode": "Union[RobotMode, None]",
    "pose": "Union[RobotPose, None]",
    "velocity": "Union[RobotVelocity, None]",
    "battery": "Union[RobotBattery, None]",
    "loads": "Union[RobotLoads, None]",
    "errors": "Union[RobotErrors, None]",
    "maps": "Union[List[RobotMaps], None]",
    "e_stop": "Union[RobotEStop, None]",
    "lease": "Union[RobotLease, None]",
    "active_command": "Union[RobotActiveCommand, None]",
    "active_run": "Union[str, None]",
    "held_by_stop": "bool",
    "inside_geofence": "Union[bool, None]",
    "driven_by": "Union[RobotDrivingBox, None]",
    "people_limit": "Union[RobotPeopleLimit, None]",
    "speed_limit_mps": "float",
    "zones": "List[RobotZones]",
    "origin": "Literal[\"config\", \"api\"]",
    "settings": "RobotRequest",
    "created_at": "float",
})
_RobotOptional = TypedDict("_RobotOptional", {
    "box_id": "str",
}, total=False)


class Robot(_RobotRequired, _RobotOptional):
    """An object of the API."""


_RobotConnectionRequired = TypedDict("_RobotConnectionRequired", {
    "state": "Literal[\"online\", \"stale\", \"offline\"]",
    "since": "float",
    "last_heard_ms": "Union[float, None]",
})
_RobotConnectionOptional = TypedDict("_RobotConnectionOptional", {
}, total=False)


class RobotConnection(_RobotConnectionRequired, _RobotConnectionOptional):
    """An object of the API."""


_RobotMapsRequired = TypedDict("_RobotMapsRequired", {
    "map_id": "str",
    "version": "Union[str, None]",
    "enabled": "bool",
    "description": "Union[str, None]",
})
_RobotMapsOptional = TypedDict("_RobotMapsOptional", {
}, total=False)


class RobotMaps(_RobotMapsRequired, _RobotMapsOptional):
    """An object of the API."""


_RobotActiveCommandRequired = TypedDict("_RobotActiveCommandRequired", {
    "command_id": "str",
    "command": "Literal[\"move_to\", \"follow_route\", \"dock\", \"undock\", \"pick\", \"drop\", \"stop\", \"pause\", \"resume\", \"set_speed_limit\", \"announce\", \"teleop\", \"cancel\", \"localize\"]",
    "state": "Literal[\"accepted\", \"executing\", \"succeeded\", \"failed\", \"cancelled\", \"rejected\"]",
})
_RobotActiveCommandOptional = TypedDict("_RobotActiveCommandOptional", {
}, total=False)


class RobotActiveCommand(_RobotActiveCommandRequired, _RobotActiveCommandOptional):
    """An object of the API."""


_RobotZonesRequired = TypedDict("_RobotZonesRequired", {
    "id": "Union[str, None]",
    "name": "str",
    "type": "str",
    "enforcement": "Literal[\"native\", \"monitored\", \"advisory\"]",
    "reason": "str",
})
_RobotZonesOptional = TypedDict("_RobotZonesOptional", {
}, total=False)


class RobotZones(_RobotZonesRequired, _RobotZonesOptional):
    """An object of the API."""


_RobotActionRequired = TypedDict("_RobotActionRequired", {
    "id": "str",
    "object": "Literal[\"robot.action\"]",
    "robot_id": "Union[str, None]",
    "behavior_id": "Union[str, None]",
    "name": "str",
    "on": "str",
    "do": "List[RobotActionStep]",
    "created_at": "float",
    "updated_at": "float",
})
_RobotActionOptional = TypedDict("_RobotActionOptional", {
}, total=False)


class RobotAction(_RobotActionRequired, _RobotActionOptional):
    """An object of the API."""


_RobotActionRequestRequired = TypedDict("_RobotActionRequestRequired", {
    "name": "str",
    "on": "str",
    "do": "List[RobotActionStep]",
})
_RobotActionRequestOptional = TypedDict("_RobotActionRequestOptional", {
    "id": "str",
    "robot_id": "Union[str, None]",
    "behavior_id": "Union[str, None]",
}, total=False)


class RobotActionRequest(_RobotActionRequestRequired, _RobotActionRequestOptional):
    """An object of the API."""


_RobotActionStepRequired = TypedDict("_RobotActionStepRequired", {
    "type": "Literal[\"alert\", \"command\"]",
})
_RobotActionStepOptional = TypedDict("_RobotActionStepOptional", {
    "severity": "Literal[\"info\", \"warning\", \"critical\"]",
    "message": "str",
    "command": "RobotCommandBody",
    "required": "bool",
    "wait_seconds": "float",
}, total=False)


class RobotActionStep(_RobotActionStepRequired, _RobotActionStepOptional):
    """An object of the API."""


_RobotAuditEntryRequired = TypedDict("_RobotAuditEntryRequired", {
    "object": "Literal[\"robot.audit_entry\"]",
    "seq": "int",
    "at": "float",
    "robot_id": "str",
    "event": "str",
    "command_id": "Union[str, None]",
    "who": "Union[RobotAuditEntryWho, None]",
    "why": "Union[str, None]",
    "detail": "Dict[str, Any]",
    "prev_hash": "str",
    "hash": "str",
})
_RobotAuditEntryOptional = TypedDict("_RobotAuditEntryOptional", {
}, total=False)


class RobotAuditEntry(_RobotAuditEntryRequired, _RobotAuditEntryOptional):
    """An object of the API."""


_RobotAuditEntryWhoRequired = TypedDict("_RobotAuditEntryWhoRequired", {
    "key_id": "str",
    "priority": "Literal[\"e_stop\", \"local_operator\", \"remote_operator\", \"run\", \"runs\", \"rule\"]",
})
_RobotAuditEntryWhoOptional = TypedDict("_RobotAuditEntryWhoOptional", {
}, total=False)


class RobotAuditEntryWho(_RobotAuditEntryWhoRequired, _RobotAuditEntryWhoOptional):
    """An object of the API."""


_RobotBatteryRequired = TypedDict("_RobotBatteryRequired", {
    "value": "RobotBatteryValue",
    "age_ms": "float",
    "source": "str",
})
_RobotBatteryOptional = TypedDict("_RobotBatteryOptional", {
}, total=False)


class RobotBattery(_RobotBatteryRequired, _RobotBatteryOptional):
    """An object of the API."""


_RobotBatteryValueRequired = TypedDict("_RobotBatteryValueRequired", {
    "percent": "float",
    "charging": "Union[bool, None]",
})
_RobotBatteryValueOptional = TypedDict("_RobotBatteryValueOptional", {
}, total=False)


class RobotBatteryValue(_RobotBatteryValueRequired, _RobotBatteryValueOptional):
    """An object of the API."""


_RobotBehaviorRequired = TypedDict("_RobotBehaviorRequired", {
    "id": "str",
    "object": "Literal[\"robot.behavior\"]",
    "robot_id": "Union[str, None]",
    "name": "str",
    "type": "str",
    "zone": "Union[str, None]",
    "severity": "Union[Literal[\"info\", \"warning\", \"critical\"], None]",
    "created_at": "float",
    "updated_at": "float",
})
_RobotBehaviorOptional = TypedDict("_RobotBehaviorOptional", {
}, total=False)


class RobotBehavior(_RobotBehaviorRequired, _RobotBehaviorOptional):
    """An object of the API."""


_RobotBehaviorRequestRequired = TypedDict("_RobotBehaviorRequestRequired", {
    "name": "str",
    "type": "str",
})
_RobotBehaviorRequestOptional = TypedDict("_RobotBehaviorRequestOptional", {
    "id": "str",
    "robot_id": "Union[str, None]",
    "zone": "str",
    "severity": "Literal[\"info\", \"warning\", \"critical\"]",
}, total=False)


class RobotBehaviorRequest(_RobotBehaviorRequestRequired, _RobotBehaviorRequestOptional):
    """An object of the API."""


_RobotCapabilityRequired = TypedDict("_RobotCapabilityRequired", {
    "name": "str",
    "source": "str",
    "available": "bool",
    "reason": "Union[str, None]",
})
_RobotCapabilityOptional = TypedDict("_RobotCapabilityOptional", {
}, total=False)


class RobotCapability(_RobotCapabilityRequired, _RobotCapabilityOptional):
    """An object of the API."""


_RobotCommandRequired = TypedDict("_RobotCommandRequired", {
    "command_id": "str",
    "object": "Literal[\"robot.command\"]",
    "robot_id": "str",
    "command": "RobotCommandBody",
    "state": "Literal[\"accepted\", \"executing\", \"succeeded\", \"failed\", \"cancelled\", \"rejected\"]",
    "reason": "Union[str, None]",
    "requested_by": "str",
    "requested_by_name": "Union[str, None]",
    "priority": "Literal[\"e_stop\", \"local_operator\", \"remote_operator\", \"run\", \"runs\", \"rule\"]",
    "created_at": "float",
    "sent_at": "Union[float, None]",
    "ended_at": "Union[float, None]",
    "warnings": "List[str]",
})
_RobotCommandOptional = TypedDict("_RobotCommandOptional", {
}, total=False)


class RobotCommand(_RobotCommandRequired, _RobotCommandOptional):
    """An object of the API."""


_RobotCommandBodyRequired = TypedDict("_RobotCommandBodyRequired", {
    "command": "Literal[\"move_to\", \"follow_route\", \"dock\", \"undock\", \"pick\", \"drop\", \"stop\", \"pause\", \"resume\", \"set_speed_limit\", \"announce\", \"teleop\", \"cancel\", \"localize\"]",
})
_RobotCommandBodyOptional = TypedDict("_RobotCommandBodyOptional", {
    "target": "RobotTarget",
    "waypoints": "List[RobotTarget]",
    "loops": "int",
    "max_speed_mps": "Union[float, None]",
    "message": "str",
    "linear_mps": "float",
    "angular_radps": "float",
    "duration_ms": "int",
    "command_id": "str",
    "load": "RobotLoad",
    "station": "RobotStation",
    "device": "str",
    "parameters": "Dict[str, Any]",
}, total=False)


class RobotCommandBody(_RobotCommandBodyRequired, _RobotCommandBodyOptional):
    """An object of the API."""


_RobotCommandRequestRequired = TypedDict("_RobotCommandRequestRequired", {
    "command": "RobotCommandBody",
})
_RobotCommandRequestOptional = TypedDict("_RobotCommandRequestOptional", {
    "ttl_seconds": "float",
    "reason": "str",
}, total=False)


class RobotCommandRequest(_RobotCommandRequestRequired, _RobotCommandRequestOptional):
    """An object of the API."""


_RobotCorridorRequired = TypedDict("_RobotCorridorRequired", {
    "id": "str",
    "object": "Literal[\"robot.corridor\"]",
    "points": "List[List[float]]",
    "curve": "Union[RobotCorridorCurve, None]",
    "one_way": "bool",
    "exclusive": "bool",
    "max_speed_mps": "Union[float, None]",
    "width_m": "Union[float, None]",
    "from": "Union[str, None]",
    "to": "Union[str, None]",
    "name": "str",
    "frame": "str",
    "level": "Union[str, None]",
    "layout": "Union[str, None]",
    "door": "Union[str, None]",
    "warnings": "List[str]",
    "revision": "int",
    "created_at": "float",
    "updated_at": "float",
})
_RobotCorridorOptional = TypedDict("_RobotCorridorOptional", {
}, total=False)


class RobotCorridor(_RobotCorridorRequired, _RobotCorridorOptional):
    """An object of the API."""


_RobotCorridorCurveRequired = TypedDict("_RobotCorridorCurveRequired", {
    "degree": "int",
    "knot_vector": "List[float]",
    "control_points": "List[RobotCorridorCurveControlPoints]",
})
_RobotCorridorCurveOptional = TypedDict("_RobotCorridorCurveOptional", {
}, total=False)


class RobotCorridorCurve(_RobotCorridorCurveRequired, _RobotCorridorCurveOptional):
    """NURBS of a curved corridor, from its first end to its last one."""


_RobotCorridorCurveControlPointsRequired = TypedDict("_RobotCorridorCurveControlPointsRequired", {
    "x": "float",
    "y": "float",
})
_RobotCorridorCurveControlPointsOptional = TypedDict("_RobotCorridorCurveControlPointsOptional", {
    "weight": "float",
}, total=False)


class RobotCorridorCurveControlPoints(_RobotCorridorCurveControlPointsRequired, _RobotCorridorCurveControlPointsOptional):
    """An object of the API."""


_RobotCorridorRequestRequired = TypedDict("_RobotCorridorRequestRequired", {
    "name": "str",
    "frame": "str",
})
_RobotCorridorRequestOptional = TypedDict("_RobotCorridorRequestOptional", {
    "id": "str",
    "level": "Union[str, None]",
    "points": "List[List[float]]",
    "curve": "Union[RobotCorridorCurve, None]",
    "one_way": "bool",
    "exclusive": "bool",
    "max_speed_mps": "Union[float, None]",
    "width_m": "Union[float, None]",
    "from": "Union[str, None]",
    "to": "Union[str, None]",
    "door": "Union[str, None]",
}, total=False)


class RobotCorridorRequest(_RobotCorridorRequestRequired, _RobotCorridorRequestOptional):
    """An object of the API."""


_RobotDoorRequired = TypedDict("_RobotDoorRequired", {
    "id": "str",
    "object": "Literal[\"robot.door\"]",
    "name": "str",
    "kind": "Literal[\"door\", \"lift\"]",
    "link": "Literal[\"mqtt\", \"http\", \"modbus\"]",
    "levels": "List[str]",
    "state": "Literal[\"closed\", \"opening\", \"open\", \"closing\", \"moving\", \"fault\", \"unknown\"]",
    "level": "Union[str, None]",
    "age_seconds": "Union[float, None]",
    "problem": "Union[str, None]",
    "request_problem": "Union[str, None]",
    "held_by": "List[str]",
    "places": "List[str]",
})
_RobotDoorOptional = TypedDict("_RobotDoorOptional", {
}, total=False)


class RobotDoor(_RobotDoorRequired, _RobotDoorOptional):
    """An object of the API."""


_RobotDrivingBoxRequired = TypedDict("_RobotDrivingBoxRequired", {
    "box_id": "str",
    "here": "bool",
    "lease_revision": "int",
})
_RobotDrivingBoxOptional = TypedDict("_RobotDrivingBoxOptional", {
}, total=False)


class RobotDrivingBox(_RobotDrivingBoxRequired, _RobotDrivingBoxOptional):
    """The box of the fleet that has the lease of the robot. Null for a robot that only this box knows, and before the first lease."""


_RobotEStopRequired = TypedDict("_RobotEStopRequired", {
    "value": "bool",
    "age_ms": "float",
    "source": "str",
})
_RobotEStopOptional = TypedDict("_RobotEStopOptional", {
}, total=False)


class RobotEStop(_RobotEStopRequired, _RobotEStopOptional):
    """An object of the API."""


_RobotErrorsRequired = TypedDict("_RobotErrorsRequired", {
    "value": "List[RobotErrorsValue]",
    "age_ms": "float",
    "source": "str",
})
_RobotErrorsOptional = TypedDict("_RobotErrorsOptional", {
}, total=False)


class RobotErrors(_RobotErrorsRequired, _RobotErrorsOptional):
    """An object of the API."""


_RobotErrorsValueRequired = TypedDict("_RobotErrorsValueRequired", {
    "code": "str",
    "message": "str",
})
_RobotErrorsValueOptional = TypedDict("_RobotErrorsValueOptional", {
}, total=False)


class RobotErrorsValue(_RobotErrorsValueRequired, _RobotErrorsValueOptional):
    """An object of the API."""


_RobotFloorPlanRequired = TypedDict("_RobotFloorPlanRequired", {
    "image": "str",
    "points": "List[RobotFloorPlanPoints]",
})
_RobotFloorPlanOptional = TypedDict("_RobotFloorPlanOptional", {
    "fit": "Literal[\"similarity\", \"affine\"]",
}, total=False)


class RobotFloorPlan(_RobotFloorPlanRequired, _RobotFloorPlanOptional):
    """An object of the API."""


_RobotFloorPlanPointsRequired = TypedDict("_RobotFloorPlanPointsRequired", {
    "image": "List[float]",
    "map": "List[float]",
})
_RobotFloorPlanPointsOptional = TypedDict("_RobotFloorPlanPointsOptional", {
}, total=False)


class RobotFloorPlanPoints(_RobotFloorPlanPointsRequired, _RobotFloorPlanPointsOptional):
    """An object of the API."""


_RobotFloorPlanPlacementRequired = TypedDict("_RobotFloorPlanPlacementRequired", {
    "fit": "Literal[\"similarity\", \"affine\"]",
    "points": "List[RobotFloorPlanPlacementPoints]",
    "rms_error_m": "Union[float, None]",
    "max_error_m": "Union[float, None]",
})
_RobotFloorPlanPlacementOptional = TypedDict("_RobotFloorPlanPlacementOptional", {
}, total=False)


class RobotFloorPlanPlacement(_RobotFloorPlanPlacementRequired, _RobotFloorPlanPlacementOptional):
    """An object of the API."""


_RobotFloorPlanPlacementPointsRequired = TypedDict("_RobotFloorPlanPlacementPointsRequired", {
    "image": "List[float]",
    "map": "List[float]",
    "error_m": "float",
})
_RobotFloorPlanPlacementPointsOptional = TypedDict("_RobotFloorPlanPlacementPointsOptional", {
}, total=False)


class RobotFloorPlanPlacementPoints(_RobotFloorPlanPlacementPointsRequired, _RobotFloorPlanPlacementPointsOptional):
    """An object of the API."""


_RobotFrameRequired = TypedDict("_RobotFrameRequired", {
    "object": "Literal[\"robot.frame\"]",
    "frame": "str",
    "parent": "str",
    "x": "float",
    "y": "float",
    "yaw": "float",
    "errors_m": "Union[List[float], None]",
    "revision": "int",
    "updated_at": "float",
})
_RobotFrameOptional = TypedDict("_RobotFrameOptional", {
}, total=False)


class RobotFrame(_RobotFrameRequired, _RobotFrameOptional):
    """An object of the API."""


_RobotFrameRequestRequired = TypedDict("_RobotFrameRequestRequired", {
    "parent": "str",
})
_RobotFrameRequestOptional = TypedDict("_RobotFrameRequestOptional", {
    "x": "float",
    "y": "float",
    "yaw": "float",
    "points": "List[RobotFrameRequestPoints]",
}, total=False)


class RobotFrameRequest(_RobotFrameRequestRequired, _RobotFrameRequestOptional):
    """An object of the API."""


_RobotFrameRequestPointsRequired = TypedDict("_RobotFrameRequestPointsRequired", {
    "frame": "List[float]",
    "parent": "List[float]",
})
_RobotFrameRequestPointsOptional = TypedDict("_RobotFrameRequestPointsOptional", {
}, total=False)


class RobotFrameRequestPoints(_RobotFrameRequestPointsRequired, _RobotFrameRequestPointsOptional):
    """An object of the API."""


_RobotGridRequired = TypedDict("_RobotGridRequired", {
    "width": "int",
    "height": "int",
    "resolution_m": "float",
    "origin": "RobotGridOrigin",
    "free": "int",
    "occupied": "int",
    "unknown": "int",
})
_RobotGridOptional = TypedDict("_RobotGridOptional", {
}, total=False)


class RobotGrid(_RobotGridRequired, _RobotGridOptional):
    """An object of the API."""


_RobotGridOriginRequired = TypedDict("_RobotGridOriginRequired", {
    "x": "float",
    "y": "float",
    "yaw": "float",
})
_RobotGridOriginOptional = TypedDict("_RobotGridOriginOptional", {
}, total=False)


class RobotGridOrigin(_RobotGridOriginRequired, _RobotGridOriginOptional):
    """The lower left corner, in metres and radians of the frame."""


_RobotGridFileRequired = TypedDict("_RobotGridFileRequired", {
    "yaml": "str",
    "image": "str",
})
_RobotGridFileOptional = TypedDict("_RobotGridFileOptional", {
}, total=False)


class RobotGridFile(_RobotGridFileRequired, _RobotGridFileOptional):
    """An object of the API."""


_RobotLayoutImportRequired = TypedDict("_RobotLayoutImportRequired", {
    "format": "Literal[\"geojson\", \"lif\"]",
    "document": "Dict[str, Any]",
})
_RobotLayoutImportOptional = TypedDict("_RobotLayoutImportOptional", {
    "frame": "str",
    "level": "Union[str, None]",
}, total=False)


class RobotLayoutImport(_RobotLayoutImportRequired, _RobotLayoutImportOptional):
    """An object of the API."""


_RobotLeaseRequired = TypedDict("_RobotLeaseRequired", {
    "object": "Literal[\"robot.lease\"]",
    "lease_id": "str",
    "robot_id": "str",
    "holder": "str",
    "holder_name": "Union[str, None]",
    "priority": "Literal[\"e_stop\", \"local_operator\", \"remote_operator\", \"run\", \"runs\", \"rule\"]",
    "on_expiry": "Literal[\"continue\", \"pause\", \"cancel\"]",
    "command_id": "Union[str, None]",
    "since": "float",
    "expires_in_ms": "Union[float, None]",
})
_RobotLeaseOptional = TypedDict("_RobotLeaseOptional", {
}, total=False)


class RobotLease(_RobotLeaseRequired, _RobotLeaseOptional):
    """An object of the API."""


_RobotLeaseRequestRequired = TypedDict("_RobotLeaseRequestRequired", {
})
_RobotLeaseRequestOptional = TypedDict("_RobotLeaseRequestOptional", {
    "ttl_seconds": "float",
    "on_expiry": "Literal[\"continue\", \"pause\", \"cancel\"]",
}, total=False)


class RobotLeaseRequest(_RobotLeaseRequestRequired, _RobotLeaseRequestOptional):
    """An object of the API."""


_RobotLoadRequired = TypedDict("_RobotLoadRequired", {
})
_RobotLoadOptional = TypedDict("_RobotLoadOptional", {
    "id": "str",
    "type": "str",
}, total=False)


class RobotLoad(_RobotLoadRequired, _RobotLoadOptional):
    """The load of a `pick` or `drop`."""


_RobotLoadsRequired = TypedDict("_RobotLoadsRequired", {
    "value": "List[RobotLoadsValue]",
    "age_ms": "float",
    "source": "str",
})
_RobotLoadsOptional = TypedDict("_RobotLoadsOptional", {
}, total=False)


class RobotLoads(_RobotLoadsRequired, _RobotLoadsOptional):
    """An object of the API."""


_RobotLoadsValueRequired = TypedDict("_RobotLoadsValueRequired", {
    "id": "Union[str, None]",
    "type": "Union[str, None]",
    "position": "Union[str, None]",
    "weight_kg": "Union[float, None]",
})
_RobotLoadsValueOptional = TypedDict("_RobotLoadsValueOptional", {
}, total=False)


class RobotLoadsValue(_RobotLoadsValueRequired, _RobotLoadsValueOptional):
    """An object of the API."""


_RobotMapRequired = TypedDict("_RobotMapRequired", {
    "id": "str",
    "object": "Literal[\"robot.map\"]",
    "name": "str",
    "frame": "str",
    "level": "Union[str, None]",
    "kind": "Literal[\"grid\", \"plan\"]",
    "origin": "Literal[\"upload\", \"robot\"]",
    "robot_id": "Union[str, None]",
    "topic": "Union[str, None]",
    "placement": "List[float]",
    "grid": "Union[RobotGrid, None]",
    "plan": "Union[RobotFloorPlanPlacement, None]",
    "picture": "RobotMapPicture",
    "revision": "int",
    "created_at": "float",
    "updated_at": "float",
})
_RobotMapOptional = TypedDict("_RobotMapOptional", {
}, total=False)


class RobotMap(_RobotMapRequired, _RobotMapOptional):
    """An object of the API."""


_RobotMapPictureRequired = TypedDict("_RobotMapPictureRequired", {
    "url": "Union[str, None]",
    "width_px": "int",
    "height_px": "int",
})
_RobotMapPictureOptional = TypedDict("_RobotMapPictureOptional", {
}, total=False)


class RobotMapPicture(_RobotMapPictureRequired, _RobotMapPictureOptional):
    """An object of the API."""


_RobotMapChangeRequired = TypedDict("_RobotMapChangeRequired", {
})
_RobotMapChangeOptional = TypedDict("_RobotMapChangeOptional", {
    "name": "str",
    "level": "Union[str, None]",
    "plan": "RobotMapChangePlan",
}, total=False)


class RobotMapChange(_RobotMapChangeRequired, _RobotMapChangeOptional):
    """An object of the API."""


_RobotMapChangePlanRequired = TypedDict("_RobotMapChangePlanRequired", {
    "points": "List[RobotMapChangePlanPoints]",
})
_RobotMapChangePlanOptional = TypedDict("_RobotMapChangePlanOptional", {
    "fit": "Literal[\"similarity\", \"affine\"]",
}, total=False)


class RobotMapChangePlan(_RobotMapChangePlanRequired, _RobotMapChangePlanOptional):
    """An object of the API."""


_RobotMapChangePlanPointsRequired = TypedDict("_RobotMapChangePlanPointsRequired", {
    "image": "List[float]",
    "map": "List[float]",
})
_RobotMapChangePlanPointsOptional = TypedDict("_RobotMapChangePlanPointsOptional", {
}, total=False)


class RobotMapChangePlanPoints(_RobotMapChangePlanPointsRequired, _RobotMapChangePlanPointsOptional):
    """An object of the API."""


_RobotMapRequestRequired = TypedDict("_RobotMapRequestRequired", {
    "name": "str",
    "frame": "str",
})
_RobotMapRequestOptional = TypedDict("_RobotMapRequestOptional", {
    "id": "str",
    "level": "Union[str, None]",
    "grid": "RobotGridFile",
    "plan": "RobotFloorPlan",
}, total=False)


class RobotMapRequest(_RobotMapRequestRequired, _RobotMapRequestOptional):
    """An object of the API."""


_RobotMissionRequired = TypedDict("_RobotMissionRequired", {
    "id": "str",
    "object": "Literal[\"robot.mission\"]",
    "name": "str",
    "description": "Union[str, None]",
    "robot_id": "Union[str, None]",
    "steps": "List[MissionStep]",
    "stream_ids": "List[str]",
    "max_steps": "int",
    "max_minutes": "float",
    "priority": "int",
    "interruptible": "bool",
    "after_restart": "Literal[\"pause\", \"resume\"]",
    "starts": "Union[Union[MissionStarts, None], None]",
    "last_start": "Union[RobotMissionStart, None]",
    "next_start_at": "Union[float, None]",
    "revision": "int",
    "created_at": "float",
    "updated_at": "float",
})
_RobotMissionOptional = TypedDict("_RobotMissionOptional", {
}, total=False)


class RobotMission(_RobotMissionRequired, _RobotMissionOptional):
    """An object of the API."""


_RobotMissionStartRequired = TypedDict("_RobotMissionStartRequired", {
    "at": "float",
    "job_id": "Union[str, None]",
    "code": "Union[str, None]",
    "reason": "Union[str, None]",
})
_RobotMissionStartOptional = TypedDict("_RobotMissionStartOptional", {
}, total=False)


class RobotMissionStart(_RobotMissionStartRequired, _RobotMissionStartOptional):
    """The last start by the schedule."""


_RobotModeRequired = TypedDict("_RobotModeRequired", {
    "value": "str",
    "age_ms": "float",
    "source": "str",
})
_RobotModeOptional = TypedDict("_RobotModeOptional", {
}, total=False)


class RobotMode(_RobotModeRequired, _RobotModeOptional):
    """An object of the API."""


_RobotPeopleLimitRequired = TypedDict("_RobotPeopleLimitRequired", {
    "limit_mps": "float",
    "reason": "Literal[\"clear\", \"person\", \"unobserved\", \"pose_unknown\"]",
    "distance_m": "Union[float, None]",
})
_RobotPeopleLimitOptional = TypedDict("_RobotPeopleLimitOptional", {
}, total=False)


class RobotPeopleLimit(_RobotPeopleLimitRequired, _RobotPeopleLimitOptional):
    """An object of the API."""


_RobotPlaceRequired = TypedDict("_RobotPlaceRequired", {
    "id": "str",
    "object": "Literal[\"robot.place\"]",
    "kind": "Literal[\"station\", \"charger\", \"door\", \"lift\", \"waiting\", \"home\"]",
    "x": "float",
    "y": "float",
    "yaw": "Union[float, None]",
    "name": "str",
    "frame": "str",
    "level": "Union[str, None]",
    "layout": "Union[str, None]",
    "door": "Union[str, None]",
    "warnings": "List[str]",
    "revision": "int",
    "created_at": "float",
    "updated_at": "float",
})
_RobotPlaceOptional = TypedDict("_RobotPlaceOptional", {
}, total=False)


class RobotPlace(_RobotPlaceRequired, _RobotPlaceOptional):
    """An object of the API."""


_RobotPlaceRequestRequired = TypedDict("_RobotPlaceRequestRequired", {
    "name": "str",
    "kind": "Literal[\"station\", \"charger\", \"door\", \"lift\", \"waiting\", \"home\"]",
    "frame": "str",
    "x": "float",
    "y": "float",
})
_RobotPlaceRequestOptional = TypedDict("_RobotPlaceRequestOptional", {
    "id": "str",
    "level": "Union[str, None]",
    "yaw": "Union[float, None]",
    "door": "Union[str, None]",
}, total=False)


class RobotPlaceRequest(_RobotPlaceRequestRequired, _RobotPlaceRequestOptional):
    """An object of the API."""


_RobotPoseRequired = TypedDict("_RobotPoseRequired", {
    "value": "RobotPoseValue",
    "age_ms": "float",
    "source": "str",
})
_RobotPoseOptional = TypedDict("_RobotPoseOptional", {
}, total=False)


class RobotPose(_RobotPoseRequired, _RobotPoseOptional):
    """An object of the API."""


_RobotPoseValueRequired = TypedDict("_RobotPoseValueRequired", {
    "frame": "str",
    "x": "float",
    "y": "float",
    "yaw": "float",
})
_RobotPoseValueOptional = TypedDict("_RobotPoseValueOptional", {
}, total=False)


class RobotPoseValue(_RobotPoseValueRequired, _RobotPoseValueOptional):
    """An object of the API."""


_RobotPositionRequired = TypedDict("_RobotPositionRequired", {
    "frame": "str",
    "x": "float",
    "y": "float",
})
_RobotPositionOptional = TypedDict("_RobotPositionOptional", {
    "yaw": "float",
}, total=False)


class RobotPosition(_RobotPositionRequired, _RobotPositionOptional):
    """An object of the API."""


_RobotRecordingRequired = TypedDict("_RobotRecordingRequired", {
    "id": "str",
    "object": "Literal[\"robot.recording\"]",
    "robot_id": "str",
    "state": "Literal[\"recording\", \"ready\", \"failed\"]",
    "problem": "Union[str, None]",
    "causes": "List[RobotRecordingCauses]",
    "from": "float",
    "to": "float",
    "samples": "int",
    "scans": "int",
    "pictures": "int",
    "video_frames": "int",
    "video_cut": "bool",
    "record_entries": "int",
    "size_bytes": "Union[int, None]",
    "url": "Union[str, None]",
})
_RobotRecordingOptional = TypedDict("_RobotRecordingOptional", {
}, total=False)


class RobotRecording(_RobotRecordingRequired, _RobotRecordingOptional):
    """An object of the API."""


_RobotRecordingCausesRequired = TypedDict("_RobotRecordingCausesRequired", {
    "kind": "Literal[\"request\", \"incident\", \"robot_incident\"]",
    "incident_id": "Union[str, None]",
    "type": "Union[str, None]",
    "stream_id": "Union[str, None]",
    "at": "float",
})
_RobotRecordingCausesOptional = TypedDict("_RobotRecordingCausesOptional", {
}, total=False)


class RobotRecordingCauses(_RobotRecordingCausesRequired, _RobotRecordingCausesOptional):
    """An object of the API."""


_RobotRecordingRequestRequired = TypedDict("_RobotRecordingRequestRequired", {
})
_RobotRecordingRequestOptional = TypedDict("_RobotRecordingRequestOptional", {
    "before_seconds": "int",
    "after_seconds": "int",
}, total=False)


class RobotRecordingRequest(_RobotRecordingRequestRequired, _RobotRecordingRequestOptional):
    """An object of the API."""


_RobotRecordingSettingsRequired = TypedDict("_RobotRecordingSettingsRequired", {
})
_RobotRecordingSettingsOptional = TypedDict("_RobotRecordingSettingsOptional", {
    "incidents": "bool",
    "before_seconds": "int",
    "after_seconds": "int",
    "pictures_per_second": "float",
}, total=False)


class RobotRecordingSettings(_RobotRecordingSettingsRequired, _RobotRecordingSettingsOptional):
    """When the box records the robot."""


_RobotRequestRequired = TypedDict("_RobotRequestRequired", {
    "driver": "Literal[\"sim\", \"vda5050\", \"ros2\", \"rosbridge\"]",
})
_RobotRequestOptional = TypedDict("_RobotRequestOptional", {
    "name": "str",
    "frames": "List[str]",
    "geofence": "RobotRequestGeofence",
    "max_speed_mps": "float",
    "radius_m": "float",
    "max_turn_radps": "float",
    "battery_floor_percent": "float",
    "charging": "RobotRequestCharging",
    "max_pose_age_ms": "int",
    "speaker": "str",
    "camera": "str",
    "driving_picture": "RobotRequestDrivingPicture",
    "recording": "RobotRecordingSettings",
    "people_speed_limit": "PeopleSpeedLimit",
    "sim": "SimulatedRobot",
    "vda5050": "Vda5050Robot",
    "ros2": "Ros2Robot",
    "rosbridge": "RosbridgeRobot",
}, total=False)


class RobotRequest(_RobotRequestRequired, _RobotRequestOptional):
    """An object of the API."""


_RobotRequestGeofenceRequired = TypedDict("_RobotRequestGeofenceRequired", {
    "frame": "str",
    "polygon": "List[List[float]]",
})
_RobotRequestGeofenceOptional = TypedDict("_RobotRequestGeofenceOptional", {
}, total=False)


class RobotRequestGeofence(_RobotRequestGeofenceRequired, _RobotRequestGeofenceOptional):
    """Polygon that the robot must not leave."""


_RobotRequestChargingRequired = TypedDict("_RobotRequestChargingRequired", {
    "below_percent": "float",
})
_RobotRequestChargingOptional = TypedDict("_RobotRequestChargingOptional", {
    "until_percent": "float",
    "percent_per_km": "float",
    "percent_per_hour": "float",
}, total=False)


class RobotRequestCharging(_RobotRequestChargingRequired, _RobotRequestChargingOptional):
    """When the robot charges by itself between the steps of runs and missions. Without it the robot docks only if it is told to."""


_RobotRequestDrivingPictureRequired = TypedDict("_RobotRequestDrivingPictureRequired", {
    "full_speed_age_ms": "int",
    "stop_age_ms": "int",
})
_RobotRequestDrivingPictureOptional = TypedDict("_RobotRequestDrivingPictureOptional", {
}, total=False)


class RobotRequestDrivingPicture(_RobotRequestDrivingPictureRequired, _RobotRequestDrivingPictureOptional):
    """How old the picture of `camera` may be by which somebody drives the robot by hand. Without it the box does not check the picture."""


_RobotReservationRequired = TypedDict("_RobotReservationRequired", {
    "kind": "Literal[\"corridor\", \"place\", \"junction\", \"door\"]",
    "id": "Union[str, None]",
    "name": "str",
    "robot_id": "str",
    "fence": "int",
    "since": "float",
})
_RobotReservationOptional = TypedDict("_RobotReservationOptional", {
}, total=False)


class RobotReservation(_RobotReservationRequired, _RobotReservationOptional):
    """An object of the API."""


_RobotRunRequestRequired = TypedDict("_RobotRunRequestRequired", {
    "robot_id": "str",
    "task": "str",
})
_RobotRunRequestOptional = TypedDict("_RobotRunRequestOptional", {
    "profile": "str",
    "zones": "List[RunZone]",
    "zone_ids": "List[str]",
    "behaviors": "List[RunBehavior]",
    "behavior_ids": "List[str]",
    "actions": "List[RunAction]",
    "action_ids": "List[str]",
    "perception": "RunPerception",
    "laps": "Union[int, None]",
    "dwell_seconds": "Union[float, None]",
    "max_speed_mps": "float",
    "standoff_m": "float",
    "on_blocked": "Literal[\"skip\", \"fail\"]",
    "after_restart": "Literal[\"pause\", \"resume\"]",
    "outputs": "RobotRunRequestOutputs",
    "output": "RobotRunRequestOutput",
    "context": "RobotRunRequestContext",
    "dry_run": "bool",
    "client_reference_id": "str",
    "metadata": "Dict[str, str]",
}, total=False)


class RobotRunRequest(_RobotRunRequestRequired, _RobotRunRequestOptional):
    """An object of the API."""


_RobotRunRequestOutputsRequired = TypedDict("_RobotRunRequestOutputsRequired", {
})
_RobotRunRequestOutputsOptional = TypedDict("_RobotRunRequestOutputsOptional", {
    "delivery": "List[Literal[\"sse\"]]",
}, total=False)


class RobotRunRequestOutputs(_RobotRunRequestOutputsRequired, _RobotRunRequestOutputsOptional):
    """An object of the API."""


_RobotRunRequestOutputRequired = TypedDict("_RobotRunRequestOutputRequired", {
})
_RobotRunRequestOutputOptional = TypedDict("_RobotRunRequestOutputOptional", {
    "locale": "str",
}, total=False)


class RobotRunRequestOutput(_RobotRunRequestOutputRequired, _RobotRunRequestOutputOptional):
    """An object of the API."""


_RobotRunRequestContextRequired = TypedDict("_RobotRunRequestContextRequired", {
})
_RobotRunRequestContextOptional = TypedDict("_RobotRunRequestContextOptional", {
    "locale": "str",
}, total=False)


class RobotRunRequestContext(_RobotRunRequestContextRequired, _RobotRunRequestContextOptional):
    """An object of the API."""


_RobotStationRequired = TypedDict("_RobotStationRequired", {
})
_RobotStationOptional = TypedDict("_RobotStationOptional", {
    "type": "str",
    "name": "str",
    "height_m": "float",
    "depth_m": "float",
    "side": "str",
}, total=False)


class RobotStation(_RobotStationRequired, _RobotStationOptional):
    """The station of a `pick` or `drop`."""


_RobotStatusRequired = TypedDict("_RobotStatusRequired", {
    "robot_id": "str",
    "object": "Literal[\"robot\"]",
    "name": "Union[str, None]",
    "driver": "str",
    "connection": "RobotStatusConnection",
    "capabilities": "List[RobotCapability]",
    "mode": "Union[RobotMode, None]",
    "pose": "Union[RobotPose, None]",
    "velocity": "Union[RobotVelocity, None]",
    "battery": "Union[RobotBattery, None]",
    "loads": "Union[RobotLoads, None]",
    "errors": "Union[RobotErrors, None]",
    "maps": "Union[List[RobotStatusMaps], None]",
    "e_stop": "Union[RobotEStop, None]",
    "lease": "Union[RobotLease, None]",
    "active_command": "Union[RobotStatusActiveCommand, None]",
    "active_run": "Union[str, None]",
    "held_by_stop": "bool",
    "inside_geofence": "Union[bool, None]",
    "driven_by": "Union[RobotDrivingBox, None]",
    "people_limit": "Union[RobotPeopleLimit, None]",
    "speed_limit_mps": "float",
    "zones": "List[RobotStatusZones]",
})
_RobotStatusOptional = TypedDict("_RobotStatusOptional", {
}, total=False)


class RobotStatus(_RobotStatusRequired, _RobotStatusOptional):
    """An object of the API."""


_RobotStatusConnectionRequired = TypedDict("_RobotStatusConnectionRequired", {
    "state": "Literal[\"online\", \"stale\", \"offline\"]",
    "since": "float",
    "last_heard_ms": "Union[float, None]",
})
_RobotStatusConnectionOptional = TypedDict("_RobotStatusConnectionOptional", {
}, total=False)


class RobotStatusConnection(_RobotStatusConnectionRequired, _RobotStatusConnectionOptional):
    """An object of the API."""


_RobotStatusMapsRequired = TypedDict("_RobotStatusMapsRequired", {
    "map_id": "str",
    "version": "Union[str, None]",
    "enabled": "bool",
    "description": "Union[str, None]",
})
_RobotStatusMapsOptional = TypedDict("_RobotStatusMapsOptional", {
}, total=False)


class RobotStatusMaps(_RobotStatusMapsRequired, _RobotStatusMapsOptional):
    """An object of the API."""


_RobotStatusActiveCommandRequired = TypedDict("_RobotStatusActiveCommandRequired", {
    "command_id": "str",
    "command": "Literal[\"move_to\", \"follow_route\", \"dock\", \"undock\", \"pick\", \"drop\", \"stop\", \"pause\", \"resume\", \"set_speed_limit\", \"announce\", \"teleop\", \"cancel\", \"localize\"]",
    "state": "Literal[\"accepted\", \"executing\", \"succeeded\", \"failed\", \"cancelled\", \"rejected\"]",
})
_RobotStatusActiveCommandOptional = TypedDict("_RobotStatusActiveCommandOptional", {
}, total=False)


class RobotStatusActiveCommand(_RobotStatusActiveCommandRequired, _RobotStatusActiveCommandOptional):
    """An object of the API."""


_RobotStatusZonesRequired = TypedDict("_RobotStatusZonesRequired", {
    "id": "Union[str, None]",
    "name": "str",
    "type": "str",
    "enforcement": "Literal[\"native\", \"monitored\", \"advisory\"]",
    "reason": "str",
})
_RobotStatusZonesOptional = TypedDict("_RobotStatusZonesOptional", {
}, total=False)


class RobotStatusZones(_RobotStatusZonesRequired, _RobotStatusZonesOptional):
    """An object of the API."""


_RobotStopRequired = TypedDict("_RobotStopRequired", {
    "object": "Literal[\"robot.stop\"]",
    "stop_id": "str",
    "robot_id": "str",
    "done": "str",
    "took_ms": "float",
    "cancelled_command_id": "Union[str, None]",
    "recorded": "Literal[\"store\", \"journal\", \"pending\", \"lost\"]",
    "stopped_at": "float",
})
_RobotStopOptional = TypedDict("_RobotStopOptional", {
}, total=False)


class RobotStop(_RobotStopRequired, _RobotStopOptional):
    """An object of the API."""


_RobotStopRequestRequired = TypedDict("_RobotStopRequestRequired", {
})
_RobotStopRequestOptional = TypedDict("_RobotStopRequestOptional", {
    "reason": "str",
}, total=False)


class RobotStopRequest(_RobotStopRequestRequired, _RobotStopRequestOptional):
    """An object of the API."""


_RobotTargetRequired = TypedDict("_RobotTargetRequired", {
})
_RobotTargetOptional = TypedDict("_RobotTargetOptional", {
    "frame": "str",
    "x": "float",
    "y": "float",
    "yaw": "float",
    "place": "str",
    "place_revision": "int",
}, total=False)


class RobotTarget(_RobotTargetRequired, _RobotTargetOptional):
    """`frame`, `x` and `y`, or `place`. Answers have both: the position that the place had."""


_RobotTaskRequired = TypedDict("_RobotTaskRequired", {
    "id": "str",
    "object": "Literal[\"robot.task\"]",
    "state": "str",
    "mission_id": "Union[str, None]",
    "mission_name": "str",
    "robot_id": "Union[str, None]",
    "wanted_robot_id": "Union[str, None]",
    "priority": "int",
    "deadline_at": "Union[float, None]",
    "position": "Union[int, None]",
    "taken": "int",
    "choice": "Union[RobotTaskChoice, None]",
    "created_at": "float",
})
_RobotTaskOptional = TypedDict("_RobotTaskOptional", {
}, total=False)


class RobotTask(_RobotTaskRequired, _RobotTaskOptional):
    """An object of the API."""


_RobotTaskCandidateRequired = TypedDict("_RobotTaskCandidateRequired", {
    "robot_id": "str",
    "path_m": "Union[float, None]",
    "path_source": "Union[Literal[\"grid\", \"straight\"], None]",
    "charge_percent": "Union[float, None]",
    "loads": "Union[int, None]",
    "waiting": "int",
    "score": "Union[float, None]",
    "is_chosen": "bool",
    "code": "Union[str, None]",
    "reason": "Union[str, None]",
})
_RobotTaskCandidateOptional = TypedDict("_RobotTaskCandidateOptional", {
}, total=False)


class RobotTaskCandidate(_RobotTaskCandidateRequired, _RobotTaskCandidateOptional):
    """An object of the API."""


_RobotTaskChoiceRequired = TypedDict("_RobotTaskChoiceRequired", {
    "at": "float",
    "candidates": "List[RobotTaskCandidate]",
})
_RobotTaskChoiceOptional = TypedDict("_RobotTaskChoiceOptional", {
}, total=False)


class RobotTaskChoice(_RobotTaskChoiceRequired, _RobotTaskChoiceOptional):
    """An object of the API."""


_RobotTaskRequestRequired = TypedDict("_RobotTaskRequestRequired", {
})
_RobotTaskRequestOptional = TypedDict("_RobotTaskRequestOptional", {
    "mission_id": "str",
    "mission": "MissionRequest",
    "robot_id": "Union[str, None]",
    "priority": "int",
    "deadline_at": "float",
    "dry_run": "bool",
    "client_reference_id": "str",
    "metadata": "Dict[str, str]",
}, total=False)


class RobotTaskRequest(_RobotTaskRequestRequired, _RobotTaskRequestOptional):
    """An object of the API."""


_RobotTrafficRequired = TypedDict("_RobotTrafficRequired", {
    "object": "Literal[\"robot.traffic\"]",
    "reservations": "List[RobotReservation]",
    "waits": "List[RobotTrafficWait]",
    "deadlocks": "int",
})
_RobotTrafficOptional = TypedDict("_RobotTrafficOptional", {
}, total=False)


class RobotTraffic(_RobotTrafficRequired, _RobotTrafficOptional):
    """An object of the API."""


_RobotTrafficWaitRequired = TypedDict("_RobotTrafficWaitRequired", {
    "robot_id": "str",
    "areas": "List[str]",
    "robots": "List[str]",
    "door": "Union[str, None]",
    "seconds": "float",
})
_RobotTrafficWaitOptional = TypedDict("_RobotTrafficWaitOptional", {
}, total=False)


class RobotTrafficWait(_RobotTrafficWaitRequired, _RobotTrafficWaitOptional):
    """An object of the API."""


_RobotVelocityRequired = TypedDict("_RobotVelocityRequired", {
    "value": "RobotVelocityValue",
    "age_ms": "float",
    "source": "str",
})
_RobotVelocityOptional = TypedDict("_RobotVelocityOptional", {
}, total=False)


class RobotVelocity(_RobotVelocityRequired, _RobotVelocityOptional):
    """An object of the API."""


_RobotVelocityValueRequired = TypedDict("_RobotVelocityValueRequired", {
    "linear_mps": "float",
    "angular_radps": "float",
})
_RobotVelocityValueOptional = TypedDict("_RobotVelocityValueOptional", {
}, total=False)


class RobotVelocityValue(_RobotVelocityValueRequired, _RobotVelocityValueOptional):
    """An object of the API."""


_RobotZoneRequired = TypedDict("_RobotZoneRequired", {
    "id": "str",
    "object": "Literal[\"robot.zone\"]",
    "robot_id": "Union[str, None]",
    "name": "str",
    "type": "str",
    "frame": "str",
    "polygon": "List[List[float]]",
    "max_speed_mps": "Union[float, None]",
    "warnings": "List[str]",
    "enforcement": "List[RobotZoneEnforcement]",
    "created_at": "float",
    "updated_at": "float",
})
_RobotZoneOptional = TypedDict("_RobotZoneOptional", {
}, total=False)


class RobotZone(_RobotZoneRequired, _RobotZoneOptional):
    """An object of the API."""


_RobotZoneEnforcementRequired = TypedDict("_RobotZoneEnforcementRequired", {
    "robot_id": "str",
    "level": "Literal[\"native\", \"monitored\", \"advisory\"]",
    "reason": "str",
})
_RobotZoneEnforcementOptional = TypedDict("_RobotZoneEnforcementOptional", {
}, total=False)


class RobotZoneEnforcement(_RobotZoneEnforcementRequired, _RobotZoneEnforcementOptional):
    """An object of the API."""


_RobotZoneRequestRequired = TypedDict("_RobotZoneRequestRequired", {
    "name": "str",
    "type": "str",
    "frame": "str",
    "polygon": "List[List[float]]",
})
_RobotZoneRequestOptional = TypedDict("_RobotZoneRequestOptional", {
    "id": "str",
    "robot_id": "Union[str, None]",
    "max_speed_mps": "float",
}, total=False)


class RobotZoneRequest(_RobotZoneRequestRequired, _RobotZoneRequestOptional):
    """An object of the API."""


_Ros2RobotRequired = TypedDict("_Ros2RobotRequired", {
    "e_stop_topic": "str",
})
_Ros2RobotOptional = TypedDict("_Ros2RobotOptional", {
    "domain_id": "int",
    "e_stop_pressed": "bool",
    "namespace": "str",
    "base_frame": "str",
    "map_topic": "str",
    "scan_topic": "str",
    "odom_topic": "str",
    "battery_topic": "str",
    "battery_scale": "Literal[\"auto\", \"fraction\", \"percent\"]",
    "velocity_topic": "str",
    "camera": "Ros2RobotCamera",
    "stop_service": "Ros2RobotStopService",
    "loads": "RosLoads",
    "dock_id": "str",
    "dock_type": "str",
    "dock_pose": "Ros2RobotDockPose",
    "dock_staging_x_offset_m": "float",
    "dock_way": "Literal[\"checked\", \"advisory\"]",
    "top_speed_mps": "float",
    "keepout_info_topic": "str",
}, total=False)


class Ros2Robot(_Ros2RobotRequired, _Ros2RobotOptional):
    """An object of the API."""


_Ros2RobotCameraRequired = TypedDict("_Ros2RobotCameraRequired", {
    "topic": "str",
})
_Ros2RobotCameraOptional = TypedDict("_Ros2RobotCameraOptional", {
    "fov_degrees": "float",
    "height_m": "float",
    "down_degrees": "float",
    "clock": "Literal[\"own\", \"synchronized\"]",
}, total=False)


class Ros2RobotCamera(_Ros2RobotCameraRequired, _Ros2RobotCameraOptional):
    """A camera on the robot that looks ahead. The box can place detected objects on the map only if you set `fov_degrees`, `height_m` and `down_degrees`."""


_Ros2RobotStopServiceRequired = TypedDict("_Ros2RobotStopServiceRequired", {
    "service": "str",
    "type": "Literal[\"std_srvs/srv/Trigger\", \"std_srvs/srv/SetBool\"]",
})
_Ros2RobotStopServiceOptional = TypedDict("_Ros2RobotStopServiceOptional", {
}, total=False)


class Ros2RobotStopService(_Ros2RobotStopServiceRequired, _Ros2RobotStopServiceOptional):
    """An object of the API."""


_Ros2RobotDockPoseRequired = TypedDict("_Ros2RobotDockPoseRequired", {
    "frame": "str",
    "x": "float",
    "y": "float",
    "yaw": "float",
})
_Ros2RobotDockPoseOptional = TypedDict("_Ros2RobotDockPoseOptional", {
}, total=False)


class Ros2RobotDockPose(_Ros2RobotDockPoseRequired, _Ros2RobotDockPoseOptional):
    """Position and heading of the dock. They replace those in the docking server."""


_RosLoadHandlingRequired = TypedDict("_RosLoadHandlingRequired", {
    "name": "str",
    "type": "str",
})
_RosLoadHandlingOptional = TypedDict("_RosLoadHandlingOptional", {
    "fields": "Dict[str, Any]",
    "constants": "Dict[str, Any]",
    "timeout_s": "int",
}, total=False)


class RosLoadHandling(_RosLoadHandlingRequired, _RosLoadHandlingOptional):
    """An object of the API."""


_RosLoadsRequired = TypedDict("_RosLoadsRequired", {
})
_RosLoadsOptional = TypedDict("_RosLoadsOptional", {
    "pick": "RosLoadHandling",
    "drop": "RosLoadHandling",
    "state_topic": "str",
}, total=False)


class RosLoads(_RosLoadsRequired, _RosLoadsOptional):
    """Actions or services of the robot for `pick` and `drop`. ROS has no common interface for loads, so a robot has only those commands that are named here."""


_RosbridgeRobotRequired = TypedDict("_RosbridgeRobotRequired", {
    "url": "str",
    "e_stop_topic": "str",
})
_RosbridgeRobotOptional = TypedDict("_RosbridgeRobotOptional", {
    "e_stop_pressed": "bool",
    "namespace": "str",
    "base_frame": "str",
    "map_topic": "str",
    "scan_topic": "str",
    "odom_topic": "str",
    "battery_topic": "str",
    "battery_scale": "Literal[\"auto\", \"fraction\", \"percent\"]",
    "velocity_topic": "str",
    "camera": "RosbridgeRobotCamera",
    "stop_service": "RosbridgeRobotStopService",
    "loads": "RosLoads",
    "dock_id": "str",
    "dock_type": "str",
    "dock_pose": "RosbridgeRobotDockPose",
    "dock_staging_x_offset_m": "float",
    "dock_way": "Literal[\"checked\", \"advisory\"]",
    "top_speed_mps": "float",
    "keepout_info_topic": "str",
}, total=False)


class RosbridgeRobot(_RosbridgeRobotRequired, _RosbridgeRobotOptional):
    """An object of the API."""


_RosbridgeRobotCameraRequired = TypedDict("_RosbridgeRobotCameraRequired", {
    "topic": "str",
})
_RosbridgeRobotCameraOptional = TypedDict("_RosbridgeRobotCameraOptional", {
    "fov_degrees": "float",
    "height_m": "float",
    "down_degrees": "float",
    "clock": "Literal[\"own\", \"synchronized\"]",
}, total=False)


class RosbridgeRobotCamera(_RosbridgeRobotCameraRequired, _RosbridgeRobotCameraOptional):
    """A camera on the robot that looks ahead. The box can place detected objects on the map only if you set `fov_degrees`, `height_m` and `down_degrees`."""


_RosbridgeRobotStopServiceRequired = TypedDict("_RosbridgeRobotStopServiceRequired", {
    "service": "str",
    "type": "Literal[\"std_srvs/srv/Trigger\", \"std_srvs/srv/SetBool\"]",
})
_RosbridgeRobotStopServiceOptional = TypedDict("_RosbridgeRobotStopServiceOptional", {
}, total=False)


class RosbridgeRobotStopService(_RosbridgeRobotStopServiceRequired, _RosbridgeRobotStopServiceOptional):
    """An object of the API."""


_RosbridgeRobotDockPoseRequired = TypedDict("_RosbridgeRobotDockPoseRequired", {
    "frame": "str",
    "x": "float",
    "y": "float",
    "yaw": "float",
})
_RosbridgeRobotDockPoseOptional = TypedDict("_RosbridgeRobotDockPoseOptional", {
}, total=False)


class RosbridgeRobotDockPose(_RosbridgeRobotDockPoseRequired, _RosbridgeRobotDockPoseOptional):
    """Position and heading of the dock. They replace those in the docking server."""


_RuleRequired = TypedDict("_RuleRequired", {
    "id": "str",
    "object": "Literal[\"rule\"]",
    "name": "Union[str, None]",
    "on": "RuleTrigger",
    "do": "List[RuleStep]",
    "cooldown_seconds": "float",
    "schedule": "Union[PolicySchedule, None]",
    "modes": "List[Literal[\"armed\", \"home\", \"disarmed\"]]",
    "dry_run": "bool",
    "enabled": "bool",
    "holds_now": "bool",
    "origin": "Literal[\"config\", \"api\"]",
    "warnings": "List[str]",
    "acted": "int",
    "suppressed": "int",
    "last_chain_id": "Union[str, None]",
    "created_at": "float",
    "updated_at": "float",
})
_RuleOptional = TypedDict("_RuleOptional", {
}, total=False)


class Rule(_RuleRequired, _RuleOptional):
    """An object of the API."""


_RuleChainRequired = TypedDict("_RuleChainRequired", {
    "id": "str",
    "object": "Literal[\"rule.chain\"]",
    "rule_id": "str",
    "rule_name": "Union[str, None]",
    "frame": "RuleChainFrame",
    "incident": "RuleChainIncident",
    "decision": "RuleChainDecision",
    "steps": "List[RuleChainStep]",
    "created_at": "float",
})
_RuleChainOptional = TypedDict("_RuleChainOptional", {
}, total=False)


class RuleChain(_RuleChainRequired, _RuleChainOptional):
    """An object of the API."""


_RuleChainFrameRequired = TypedDict("_RuleChainFrameRequired", {
    "stream_id": "str",
    "generation": "Union[int, None]",
    "pts_seconds": "Union[float, None]",
    "captured_at": "float",
    "snapshot_url": "Union[str, None]",
})
_RuleChainFrameOptional = TypedDict("_RuleChainFrameOptional", {
}, total=False)


class RuleChainFrame(_RuleChainFrameRequired, _RuleChainFrameOptional):
    """An object of the API."""


_RuleChainIncidentRequired = TypedDict("_RuleChainIncidentRequired", {
    "id": "str",
    "type": "str",
    "severity": "Literal[\"info\", \"warning\", \"critical\"]",
    "policy_id": "Union[str, None]",
    "zone": "Union[str, None]",
    "classes": "List[str]",
    "confidence": "float",
    "summary": "str",
    "robot_id": "Union[str, None]",
    "map_position": "Union[MapPosition, None]",
    "started_at": "float",
})
_RuleChainIncidentOptional = TypedDict("_RuleChainIncidentOptional", {
}, total=False)


class RuleChainIncident(_RuleChainIncidentRequired, _RuleChainIncidentOptional):
    """An object of the API."""


_RuleChainDecisionRequired = TypedDict("_RuleChainDecisionRequired", {
    "outcome": "Literal[\"act\", \"dry_run\"]",
    "dry_run": "bool",
    "frame_age_ms": "float",
    "decided_at": "float",
})
_RuleChainDecisionOptional = TypedDict("_RuleChainDecisionOptional", {
}, total=False)


class RuleChainDecision(_RuleChainDecisionRequired, _RuleChainDecisionOptional):
    """An object of the API."""


_RuleChainStepRequired = TypedDict("_RuleChainStepRequired", {
    "type": "Literal[\"alert\", \"command\"]",
    "robot_id": "Union[str, None]",
    "severity": "Union[Literal[\"info\", \"warning\", \"critical\"], None]",
    "message": "Union[str, None]",
    "command": "Union[Dict[str, Any], None]",
    "command_id": "Union[str, None]",
    "state": "Literal[\"pending\", \"executing\", \"succeeded\", \"failed\", \"cancelled\", \"refused\", \"not_sent\"]",
    "code": "Union[str, None]",
    "reason": "Union[str, None]",
    "latency_ms": "Union[float, None]",
    "decided_at": "Union[float, None]",
    "ended_at": "Union[float, None]",
})
_RuleChainStepOptional = TypedDict("_RuleChainStepOptional", {
}, total=False)


class RuleChainStep(_RuleChainStepRequired, _RuleChainStepOptional):
    """An object of the API."""


_RuleReplayRequestRequired = TypedDict("_RuleReplayRequestRequired", {
    "from": "float",
    "to": "float",
    "policy": "PolicyRequest",
})
_RuleReplayRequestOptional = TypedDict("_RuleReplayRequestOptional", {
    "stream_id": "str",
}, total=False)


class RuleReplayRequest(_RuleReplayRequestRequired, _RuleReplayRequestOptional):
    """An object of the API."""


_RuleRequestRequired = TypedDict("_RuleRequestRequired", {
    "on": "RuleTrigger",
    "do": "List[RuleStep]",
})
_RuleRequestOptional = TypedDict("_RuleRequestOptional", {
    "name": "str",
    "cooldown_seconds": "float",
    "schedule": "Union[PolicySchedule, None]",
    "modes": "List[Literal[\"armed\", \"home\", \"disarmed\"]]",
    "dry_run": "bool",
    "enabled": "bool",
}, total=False)


class RuleRequest(_RuleRequestRequired, _RuleRequestOptional):
    """An object of the API."""


_RuleStepRequired = TypedDict("_RuleStepRequired", {
    "type": "Literal[\"alert\", \"command\"]",
})
_RuleStepOptional = TypedDict("_RuleStepOptional", {
    "severity": "Literal[\"info\", \"warning\", \"critical\"]",
    "message": "str",
    "robot_id": "str",
    "command": "RobotCommandBody",
    "target_from": "Literal[\"incident\"]",
    "after": "Literal[\"arrived\"]",
    "wait_seconds": "float",
    "standoff_m": "float",
}, total=False)


class RuleStep(_RuleStepRequired, _RuleStepOptional):
    """An object of the API."""


_RuleTriggerRequired = TypedDict("_RuleTriggerRequired", {
})
_RuleTriggerOptional = TypedDict("_RuleTriggerOptional", {
    "type": "str",
    "robot_ids": "List[str]",
    "policy_id": "str",
    "source": "Literal[\"box\", \"camera\"]",
    "stream_ids": "List[str]",
    "zones": "List[str]",
    "classes": "List[str]",
    "min_severity": "Literal[\"info\", \"warning\", \"critical\"]",
    "min_confidence": "float",
}, total=False)


class RuleTrigger(_RuleTriggerRequired, _RuleTriggerOptional):
    """Condition on incidents of streams or robots. An incident must meet all given fields."""


_RunRequired = TypedDict("_RunRequired", {
    "run_id": "str",
    "object": "Literal[\"run\"]",
    "status": "Literal[\"queued\", \"processing\", \"completed\", \"failed\", \"cancelled\"]",
    "created_at": "float",
    "started_at": "Union[float, None]",
    "completed_at": "Union[float, None]",
    "expires_at": "Union[float, None]",
    "cancel_requested_at": "Union[float, None]",
    "progress": "Union[float, None]",
    "client_reference_id": "Union[str, None]",
    "metadata": "Dict[str, str]",
    "error": "Union[RunError, None]",
    "steps": "List[RunStep]",
})
_RunOptional = TypedDict("_RunOptional", {
    "waited_seconds": "float",
}, total=False)


class Run(_RunRequired, _RunOptional):
    """An object of the API."""


_RunErrorRequired = TypedDict("_RunErrorRequired", {
    "code": "str",
    "message": "str",
    "retryable": "bool",
})
_RunErrorOptional = TypedDict("_RunErrorOptional", {
}, total=False)


class RunError(_RunErrorRequired, _RunErrorOptional):
    """An object of the API."""


_RunActionRequired = TypedDict("_RunActionRequired", {
    "on": "str",
    "do": "List[RobotActionStep]",
})
_RunActionOptional = TypedDict("_RunActionOptional", {
}, total=False)


class RunAction(_RunActionRequired, _RunActionOptional):
    """An object of the API."""


_RunAnswerRequestRequired = TypedDict("_RunAnswerRequestRequired", {
    "answer": "str",
})
_RunAnswerRequestOptional = TypedDict("_RunAnswerRequestOptional", {
}, total=False)


class RunAnswerRequest(_RunAnswerRequestRequired, _RunAnswerRequestOptional):
    """An object of the API."""


_RunBehaviorRequired = TypedDict("_RunBehaviorRequired", {
    "type": "str",
})
_RunBehaviorOptional = TypedDict("_RunBehaviorOptional", {
    "zone": "str",
    "severity": "Literal[\"info\", \"warning\", \"critical\"]",
    "seconds": "float",
    "min_count": "int",
    "classes": "List[str]",
}, total=False)


class RunBehavior(_RunBehaviorRequired, _RunBehaviorOptional):
    """An object of the API."""


_RunPerceptionRequired = TypedDict("_RunPerceptionRequired", {
})
_RunPerceptionOptional = TypedDict("_RunPerceptionOptional", {
    "input": "RunPerceptionInput",
    "frame_index": "int",
    "detect": "List[str]",
    "stream_ids": "List[str]",
    "robot_camera": "bool",
    "period_seconds": "float",
}, total=False)


class RunPerception(_RunPerceptionRequired, _RunPerceptionOptional):
    """An object of the API."""


_RunPerceptionInputRequired = TypedDict("_RunPerceptionInputRequired", {
    "data": "str",
})
_RunPerceptionInputOptional = TypedDict("_RunPerceptionInputOptional", {
    "mime_type": "str",
}, total=False)


class RunPerceptionInput(_RunPerceptionInputRequired, _RunPerceptionInputOptional):
    """An object of the API."""


_RunRequestRequired = TypedDict("_RunRequestRequired", {
    "steps": "List[RunStepRequest]",
})
_RunRequestOptional = TypedDict("_RunRequestOptional", {
    "client_reference_id": "str",
    "metadata": "Dict[str, str]",
}, total=False)


class RunRequest(_RunRequestRequired, _RunRequestOptional):
    """An object of the API."""


_RunStepRequired = TypedDict("_RunStepRequired", {
    "id": "str",
    "namespace": "str",
    "method": "str",
    "depends_on": "List[str]",
    "on_error": "Literal[\"fail\", \"continue\"]",
    "timeout_seconds": "Union[int, None]",
    "job_id": "Union[str, None]",
    "status": "Literal[\"pending\", \"queued\", \"processing\", \"completed\", \"failed\", \"cancelled\", \"skipped\"]",
    "started_at": "Union[float, None]",
    "completed_at": "Union[float, None]",
    "result_url": "Union[str, None]",
    "output": "Union[Dict[str, Any], None]",
    "error": "Union[RunStepError, None]",
})
_RunStepOptional = TypedDict("_RunStepOptional", {
}, total=False)


class RunStep(_RunStepRequired, _RunStepOptional):
    """An object of the API."""


_RunStepErrorRequired = TypedDict("_RunStepErrorRequired", {
    "code": "str",
    "message": "str",
    "retryable": "bool",
})
_RunStepErrorOptional = TypedDict("_RunStepErrorOptional", {
}, total=False)


class RunStepError(_RunStepErrorRequired, _RunStepErrorOptional):
    """An object of the API."""


_RunStepRequestRequired = TypedDict("_RunStepRequestRequired", {
    "namespace": "str",
    "method": "str",
    "input": "Dict[str, Any]",
})
_RunStepRequestOptional = TypedDict("_RunStepRequestOptional", {
    "id": "str",
    "depends_on": "List[str]",
    "on_error": "Literal[\"fail\", \"continue\"]",
    "timeout_seconds": "int",
}, total=False)


class RunStepRequest(_RunStepRequestRequired, _RunStepRequestOptional):
    """An object of the API."""


_RunZoneRequired = TypedDict("_RunZoneRequired", {
    "name": "str",
    "type": "str",
    "frame": "str",
    "polygon": "List[List[float]]",
})
_RunZoneOptional = TypedDict("_RunZoneOptional", {
    "max_speed_mps": "float",
}, total=False)


class RunZone(_RunZoneRequired, _RunZoneOptional):
    """An object of the API."""


_SessionRequired = TypedDict("_SessionRequired", {
    "kind": "Literal[\"session\", \"key\"]",
    "organisation": "str",
    "key_id": "str",
    "person": "Union[SessionPerson, None]",
    "scopes": "List[Literal[\"jobs:read\", \"jobs:write\", \"media:read\", \"media:write\", \"avatars:read\", \"avatars:write\", \"brands:read\", \"brands:write\", \"surveillance:read\", \"surveillance:write\", \"events:read\", \"robots:read\", \"robots:write\", \"robots:command\", \"robots:confirm\", \"health:read\", \"health:write\", \"clinical:read\", \"clinical:write\", \"neural:read\", \"neural:write\", \"voice:read\", \"voice:write\", \"runs:read\", \"runs:write\", \"webhooks:read\", \"webhooks:write\", \"system:read\", \"system:admin\", \"keys:admin\"]]",
    "csrf_token": "Union[str, None]",
    "expires_at": "Union[float, None]",
})
_SessionOptional = TypedDict("_SessionOptional", {
    "key": "str",
}, total=False)


class Session(_SessionRequired, _SessionOptional):
    """An object of the API."""


_SessionPersonRequired = TypedDict("_SessionPersonRequired", {
    "id": "str",
    "name": "str",
    "role": "Literal[\"viewer\", \"operator\", \"technician\", \"admin\"]",
    "cameras": "Union[List[str], None]",
})
_SessionPersonOptional = TypedDict("_SessionPersonOptional", {
}, total=False)


class SessionPerson(_SessionPersonRequired, _SessionPersonOptional):
    """An object of the API."""


_SettingRequired = TypedDict("_SettingRequired", {
    "path": "str",
    "title": "str",
    "value": "Any",
    "default": "Any",
    "allowed": "str",
    "unit": "Union[str, None]",
    "variable": "Union[str, None]",
    "applies": "Literal[\"live\", \"restart\"]",
    "waiting": "bool",
    "origin": "SettingOrigin",
})
_SettingOptional = TypedDict("_SettingOptional", {
}, total=False)


class Setting(_SettingRequired, _SettingOptional):
    """An object of the API."""


_SettingOriginRequired = TypedDict("_SettingOriginRequired", {
    "kind": "Literal[\"default\", \"file\", \"environment\", \"flag\"]",
    "at": "Union[str, None]",
})
_SettingOriginOptional = TypedDict("_SettingOriginOptional", {
}, total=False)


class SettingOrigin(_SettingOriginRequired, _SettingOriginOptional):
    """An object of the API."""


_SignInMethodsRequired = TypedDict("_SignInMethodsRequired", {
    "password": "bool",
    "provider": "Union[str, None]",
    "setup_code": "bool",
})
_SignInMethodsOptional = TypedDict("_SignInMethodsOptional", {
}, total=False)


class SignInMethods(_SignInMethodsRequired, _SignInMethodsOptional):
    """An object of the API."""


_SimulatedRobotRequired = TypedDict("_SimulatedRobotRequired", {
})
_SimulatedRobotOptional = TypedDict("_SimulatedRobotOptional", {
    "start": "RobotPosition",
    "dock": "RobotPosition",
    "battery_percent": "float",
    "obstacles": "List[List[List[float]]]",
    "people": "List[SimulatedRobotPeople]",
    "camera": "SimulatedRobotCamera",
    "scanner": "SimulatedRobotScanner",
    "distance_m": "float",
    "faults": "SimulatedRobotFaults",
}, total=False)


class SimulatedRobot(_SimulatedRobotRequired, _SimulatedRobotOptional):
    """An object of the API."""


_SimulatedRobotPeopleRequired = TypedDict("_SimulatedRobotPeopleRequired", {
    "way": "List[List[float]]",
})
_SimulatedRobotPeopleOptional = TypedDict("_SimulatedRobotPeopleOptional", {
    "speed_mps": "float",
}, total=False)


class SimulatedRobotPeople(_SimulatedRobotPeopleRequired, _SimulatedRobotPeopleOptional):
    """An object of the API."""


_SimulatedRobotCameraRequired = TypedDict("_SimulatedRobotCameraRequired", {
})
_SimulatedRobotCameraOptional = TypedDict("_SimulatedRobotCameraOptional", {
    "fov_degrees": "float",
    "height_m": "float",
    "down_degrees": "float",
}, total=False)


class SimulatedRobotCamera(_SimulatedRobotCameraRequired, _SimulatedRobotCameraOptional):
    """The forward camera. Without it the robot has no pictures."""


_SimulatedRobotScannerRequired = TypedDict("_SimulatedRobotScannerRequired", {
})
_SimulatedRobotScannerOptional = TypedDict("_SimulatedRobotScannerOptional", {
    "fov_degrees": "float",
    "range_m": "float",
    "beams": "int",
}, total=False)


class SimulatedRobotScanner(_SimulatedRobotScannerRequired, _SimulatedRobotScannerOptional):
    """The laser scanner. Without it the robot has no scans."""


_SimulatedRobotFaultsRequired = TypedDict("_SimulatedRobotFaultsRequired", {
})
_SimulatedRobotFaultsOptional = TypedDict("_SimulatedRobotFaultsOptional", {
    "silent": "bool",
    "drift_mps": "float",
    "refuse": "List[Literal[\"move_to\", \"follow_route\", \"dock\", \"undock\", \"pick\", \"drop\", \"stop\", \"pause\", \"resume\", \"set_speed_limit\", \"announce\", \"teleop\", \"cancel\", \"localize\"]]",
    "lacks": "List[Literal[\"move_to\", \"follow_route\", \"dock\", \"undock\", \"pick\", \"drop\", \"stop\", \"pause\", \"resume\", \"set_speed_limit\", \"announce\", \"teleop\", \"cancel\", \"localize\"]]",
    "e_stop": "bool",
    "no_pose": "bool",
}, total=False)


class SimulatedRobotFaults(_SimulatedRobotFaultsRequired, _SimulatedRobotFaultsOptional):
    """An object of the API."""


_SiteFileRequired = TypedDict("_SiteFileRequired", {
    "file": "Union[str, None]",
    "yaml": "str",
    "etag": "str",
    "writable": "bool",
    "trial": "SiteFileTrial",
    "waiting": "List[str]",
})
_SiteFileOptional = TypedDict("_SiteFileOptional", {
}, total=False)


class SiteFile(_SiteFileRequired, _SiteFileOptional):
    """An object of the API."""


_SiteFileTrialRequired = TypedDict("_SiteFileTrialRequired", {
    "state": "Literal[\"none\", \"pending\", \"reverted\"]",
    "at": "Union[float, None]",
    "revert_at": "Union[float, None]",
})
_SiteFileTrialOptional = TypedDict("_SiteFileTrialOptional", {
}, total=False)


class SiteFileTrial(_SiteFileTrialRequired, _SiteFileTrialOptional):
    """An object of the API."""


_SiteFileAppliedRequired = TypedDict("_SiteFileAppliedRequired", {
    "file": "Union[str, None]",
    "yaml": "str",
    "etag": "str",
    "writable": "bool",
    "trial": "SiteFileAppliedTrial",
    "waiting": "List[str]",
    "applied": "AppliedSettings",
})
_SiteFileAppliedOptional = TypedDict("_SiteFileAppliedOptional", {
}, total=False)


class SiteFileApplied(_SiteFileAppliedRequired, _SiteFileAppliedOptional):
    """An object of the API."""


_SiteFileAppliedTrialRequired = TypedDict("_SiteFileAppliedTrialRequired", {
    "state": "Literal[\"none\", \"pending\", \"reverted\"]",
    "at": "Union[float, None]",
    "revert_at": "Union[float, None]",
})
_SiteFileAppliedTrialOptional = TypedDict("_SiteFileAppliedTrialOptional", {
}, total=False)


class SiteFileAppliedTrial(_SiteFileAppliedTrialRequired, _SiteFileAppliedTrialOptional):
    """An object of the API."""


_SpeakerRequired = TypedDict("_SpeakerRequired", {
    "name": "str",
    "sink": "Literal[\"alsa\", \"file\"]",
    "note": "Union[str, None]",
    "is_speaking": "bool",
    "waiting": "int",
    "spoken": "int",
    "interrupted": "int",
    "refused": "int",
    "expired": "int",
    "failed": "int",
    "last_problem": "Union[str, None]",
})
_SpeakerOptional = TypedDict("_SpeakerOptional", {
}, total=False)


class Speaker(_SpeakerRequired, _SpeakerOptional):
    """An object of the API."""


_StoredMissionRequestRequired = TypedDict("_StoredMissionRequestRequired", {
    "name": "str",
    "steps": "List[MissionStep]",
})
_StoredMissionRequestOptional = TypedDict("_StoredMissionRequestOptional", {
    "description": "str",
    "robot_id": "Union[str, None]",
    "stream_ids": "List[str]",
    "max_steps": "int",
    "max_minutes": "float",
    "priority": "int",
    "interruptible": "bool",
    "after_restart": "Literal[\"pause\", \"resume\"]",
    "starts": "Union[MissionStarts, None]",
}, total=False)


class StoredMissionRequest(_StoredMissionRequestRequired, _StoredMissionRequestOptional):
    """An object of the API."""


_StreamRequired = TypedDict("_StreamRequired", {
    "id": "str",
    "object": "Literal[\"surveillance.stream\"]",
    "stream_id": "str",
    "display_name": "Union[str, None]",
    "state": "Literal[\"connecting\", \"watching\", \"degraded\", \"offline\", \"ended\"]",
    "since": "float",
    "job_id": "str",
    "source": "StreamSource",
    "profile": "Union[str, None]",
    "fps_in": "float",
    "fps_detected": "float",
    "idle": "bool",
    "frames_dropped": "Dict[str, int]",
    "last_error": "Union[StreamLastError, None]",
    "codec": "Union[str, None]",
    "width": "Union[int, None]",
    "height": "Union[int, None]",
    "connects": "int",
    "main_source": "Union[StreamMainSource, None]",
    "model": "StreamModel",
    "detect": "List[str]",
    "behaviors": "List[Behavior]",
    "inactive_behaviors": "List[int]",
    "alerts": "StreamAlerts",
    "outputs": "StreamOutputs",
    "output": "StreamOutput",
    "motion": "StreamMotion",
    "anomaly": "Union[StreamAnomaly, None]",
    "camera_events": "Union[StreamCameraEvents, None]",
    "camera_metadata": "Union[StreamCameraMetadata, None]",
    "masks": "List[StreamMasks]",
    "audio": "StreamAudio",
    "talk": "StreamTalk",
    "autotracking": "StreamAutotracking",
    "recording": "StreamRecording",
    "context": "StreamContext",
    "calibration": "Union[StreamCalibrationState, None]",
    "open_incidents": "int",
    "tracks": "int",
    "policies": "List[str]",
    "warnings": "List[str]",
    "created_at": "float",
})
_StreamOptional = TypedDict("_StreamOptional", {
    "box_id": "str",
}, total=False)


class Stream(_StreamRequired, _StreamOptional):
    """An object of the API."""


_StreamSourceRequired = TypedDict("_StreamSourceRequired", {
    "type": "str",
    "url": "str",
    "fps_cap": "float",
})
_StreamSourceOptional = TypedDict("_StreamSourceOptional", {
    "sub_url": "str",
}, total=False)


class StreamSource(_StreamSourceRequired, _StreamSourceOptional):
    """An object of the API."""


_StreamLastErrorRequired = TypedDict("_StreamLastErrorRequired", {
    "code": "str",
    "message": "str",
})
_StreamLastErrorOptional = TypedDict("_StreamLastErrorOptional", {
}, total=False)


class StreamLastError(_StreamLastErrorRequired, _StreamLastErrorOptional):
    """An object of the API."""


_StreamMainSourceRequired = TypedDict("_StreamMainSourceRequired", {
    "state": "str",
    "last_error": "Union[StreamMainSourceLastError, None]",
    "fps_in": "float",
    "codec": "Union[str, None]",
    "width": "Union[int, None]",
    "height": "Union[int, None]",
})
_StreamMainSourceOptional = TypedDict("_StreamMainSourceOptional", {
}, total=False)


class StreamMainSource(_StreamMainSourceRequired, _StreamMainSourceOptional):
    """The camera's main stream, if the box analyses a sub-stream."""


_StreamMainSourceLastErrorRequired = TypedDict("_StreamMainSourceLastErrorRequired", {
    "code": "str",
    "message": "str",
})
_StreamMainSourceLastErrorOptional = TypedDict("_StreamMainSourceLastErrorOptional", {
}, total=False)


class StreamMainSourceLastError(_StreamMainSourceLastErrorRequired, _StreamMainSourceLastErrorOptional):
    """An object of the API."""


_StreamModelRequired = TypedDict("_StreamModelRequired", {
    "name": "str",
    "executor": "Union[str, None]",
    "note": "Union[str, None]",
    "unsupported_behaviors": "List[str]",
})
_StreamModelOptional = TypedDict("_StreamModelOptional", {
}, total=False)


class StreamModel(_StreamModelRequired, _StreamModelOptional):
    """An object of the API."""


_StreamAlertsRequired = TypedDict("_StreamAlertsRequired", {
    "min_severity": "Literal[\"info\", \"warning\", \"critical\"]",
    "cooldown_seconds": "float",
    "group_by": "Literal[\"none\", \"stream\", \"zone\", \"type\", \"site\"]",
})
_StreamAlertsOptional = TypedDict("_StreamAlertsOptional", {
}, total=False)


class StreamAlerts(_StreamAlertsRequired, _StreamAlertsOptional):
    """An object of the API."""


_StreamOutputsRequired = TypedDict("_StreamOutputsRequired", {
    "delivery": "List[str]",
    "format": "Literal[\"full\", \"compact\"]",
})
_StreamOutputsOptional = TypedDict("_StreamOutputsOptional", {
    "webhook_url": "Union[str, None]",
}, total=False)


class StreamOutputs(_StreamOutputsRequired, _StreamOutputsOptional):
    """An object of the API."""


_StreamOutputRequired = TypedDict("_StreamOutputRequired", {
    "locale": "str",
    "format": "Literal[\"json\", \"annotated\"]",
    "include_diagnostics": "bool",
})
_StreamOutputOptional = TypedDict("_StreamOutputOptional", {
}, total=False)


class StreamOutput(_StreamOutputRequired, _StreamOutputOptional):
    """An object of the API."""


_StreamMotionRequired = TypedDict("_StreamMotionRequired", {
    "mode": "str",
    "sensitivity": "float",
})
_StreamMotionOptional = TypedDict("_StreamMotionOptional", {
}, total=False)


class StreamMotion(_StreamMotionRequired, _StreamMotionOptional):
    """An object of the API."""


_StreamAnomalyRequired = TypedDict("_StreamAnomalyRequired", {
    "state": "Literal[\"learning\", \"partly_learnt\", \"ready\"]",
    "known_hours": "int",
})
_StreamAnomalyOptional = TypedDict("_StreamAnomalyOptional", {
}, total=False)


class StreamAnomaly(_StreamAnomalyRequired, _StreamAnomalyOptional):
    """An object of the API."""


_StreamCameraEventsRequired = TypedDict("_StreamCameraEventsRequired", {
    "state": "Literal[\"connecting\", \"subscribed\", \"retrying\", \"refused\", \"unsupported\"]",
    "since": "float",
    "problem": "Union[StreamCameraEventsProblem, None]",
    "active": "List[Literal[\"motion\", \"line_crossing\", \"intrusion\", \"tamper\", \"digital_input\", \"person\", \"vehicle\", \"animal\"]]",
    "received": "int",
    "dropped": "int",
    "recent": "List[StreamCameraEventsRecent]",
})
_StreamCameraEventsOptional = TypedDict("_StreamCameraEventsOptional", {
}, total=False)


class StreamCameraEvents(_StreamCameraEventsRequired, _StreamCameraEventsOptional):
    """The camera's own events by ONVIF. Null while no behavior `camera_event` needs them."""


_StreamCameraEventsProblemRequired = TypedDict("_StreamCameraEventsProblemRequired", {
    "code": "str",
    "message": "str",
})
_StreamCameraEventsProblemOptional = TypedDict("_StreamCameraEventsProblemOptional", {
}, total=False)


class StreamCameraEventsProblem(_StreamCameraEventsProblemRequired, _StreamCameraEventsProblemOptional):
    """An object of the API."""


_StreamCameraEventsRecentRequired = TypedDict("_StreamCameraEventsRecentRequired", {
    "kind": "Literal[\"motion\", \"line_crossing\", \"intrusion\", \"tamper\", \"digital_input\", \"person\", \"vehicle\", \"animal\"]",
    "name": "Union[str, None]",
    "active": "Union[bool, None]",
    "at": "float",
})
_StreamCameraEventsRecentOptional = TypedDict("_StreamCameraEventsRecentOptional", {
}, total=False)


class StreamCameraEventsRecent(_StreamCameraEventsRecentRequired, _StreamCameraEventsRecentOptional):
    """An object of the API."""


_StreamCameraMetadataRequired = TypedDict("_StreamCameraMetadataRequired", {
    "state": "Literal[\"waiting\", \"receiving\", \"missing\"]",
    "documents": "int",
    "frames": "int",
    "dropped": "Dict[str, int]",
})
_StreamCameraMetadataOptional = TypedDict("_StreamCameraMetadataOptional", {
}, total=False)


class StreamCameraMetadata(_StreamCameraMetadataRequired, _StreamCameraMetadataOptional):
    """What the camera finds itself (ONVIF Profile M). Null unless the model is `camera`."""


_StreamMasksRequired = TypedDict("_StreamMasksRequired", {
    "polygon": "List[List[float]]",
})
_StreamMasksOptional = TypedDict("_StreamMasksOptional", {
}, total=False)


class StreamMasks(_StreamMasksRequired, _StreamMasksOptional):
    """An object of the API."""


_StreamAudioRequired = TypedDict("_StreamAudioRequired", {
    "enabled": "bool",
    "state": "Literal[\"off\", \"waiting\", \"on\", \"absent\", \"unsupported\", \"masked\"]",
    "codec": "Union[str, None]",
})
_StreamAudioOptional = TypedDict("_StreamAudioOptional", {
}, total=False)


class StreamAudio(_StreamAudioRequired, _StreamAudioOptional):
    """The camera's sound. `waiting`: the camera sends no video; `absent`: it has no sound; `unsupported`: it sends a codec that the box does not take; `masked`: the stream has masks and therefore no sound."""


_StreamTalkRequired = TypedDict("_StreamTalkRequired", {
    "state": "Literal[\"unknown\", \"offered\", \"absent\", \"unsupported\"]",
    "codec": "Union[Literal[\"pcmu\", \"pcma\"], None]",
    "talker": "Union[str, None]",
})
_StreamTalkOptional = TypedDict("_StreamTalkOptional", {
}, total=False)


class StreamTalk(_StreamTalkRequired, _StreamTalkOptional):
    """The camera's loudspeaker. `unknown`: nobody has asked for it since the stream began; `absent`: the camera offers none; `unsupported`: it takes no G.711."""


_StreamRecordingRequired = TypedDict("_StreamRecordingRequired", {
    "mode": "Literal[\"off\", \"incidents\", \"continuous\"]",
    "pre_seconds": "float",
    "post_seconds": "float",
    "state": "Literal[\"off\", \"waiting\", \"recording\", \"stopped\"]",
    "problem": "Union[StreamRecordingProblem, None]",
    "backfill": "StreamRecordingBackfill",
    "transcoded": "bool",
    "frames_dropped": "int",
    "bytes_written": "int",
})
_StreamRecordingOptional = TypedDict("_StreamRecordingOptional", {
}, total=False)


class StreamRecording(_StreamRecordingRequired, _StreamRecordingOptional):
    """An object of the API."""


_StreamRecordingProblemRequired = TypedDict("_StreamRecordingProblemRequired", {
    "code": "str",
    "message": "str",
})
_StreamRecordingProblemOptional = TypedDict("_StreamRecordingProblemOptional", {
}, total=False)


class StreamRecordingProblem(_StreamRecordingProblemRequired, _StreamRecordingProblemOptional):
    """An object of the API."""


_StreamRecordingBackfillRequired = TypedDict("_StreamRecordingBackfillRequired", {
    "enabled": "bool",
    "state": "Literal[\"off\", \"idle\", \"fetching\", \"failed\"]",
    "problem": "Union[StreamRecordingBackfillProblem, None]",
})
_StreamRecordingBackfillOptional = TypedDict("_StreamRecordingBackfillOptional", {
}, total=False)


class StreamRecordingBackfill(_StreamRecordingBackfillRequired, _StreamRecordingBackfillOptional):
    """Fetching of what the camera stored during outages."""


_StreamRecordingBackfillProblemRequired = TypedDict("_StreamRecordingBackfillProblemRequired", {
    "code": "str",
    "message": "str",
})
_StreamRecordingBackfillProblemOptional = TypedDict("_StreamRecordingBackfillProblemOptional", {
}, total=False)


class StreamRecordingBackfillProblem(_StreamRecordingBackfillProblemRequired, _StreamRecordingBackfillProblemOptional):
    """An object of the API."""


_StreamContextRequired = TypedDict("_StreamContextRequired", {
    "site": "Union[str, None]",
    "zones": "Dict[str, Zone]",
})
_StreamContextOptional = TypedDict("_StreamContextOptional", {
}, total=False)


class StreamContext(_StreamContextRequired, _StreamContextOptional):
    """An object of the API."""


_StreamAutotrackingRequired = TypedDict("_StreamAutotrackingRequired", {
    "enabled": "bool",
    "objects": "List[str]",
    "zones": "List[str]",
    "home_preset": "Union[str, None]",
    "zoom": "bool",
    "max_speed": "float",
    "return_after_seconds": "float",
    "max_seconds": "float",
    "hold_seconds": "float",
    "limits": "Union[StreamAutotrackingLimits, None]",
    "state": "Literal[\"off\", \"ready\", \"following\", \"lost\", \"returning\", \"paused\", \"failed\"]",
    "since": "Union[float, None]",
    "object": "Union[str, None]",
    "person": "Union[str, None]",
    "held_until": "Union[float, None]",
    "problem": "Union[StreamAutotrackingProblem, None]",
    "latency_seconds": "Union[float, None]",
})
_StreamAutotrackingOptional = TypedDict("_StreamAutotrackingOptional", {
}, total=False)


class StreamAutotracking(_StreamAutotrackingRequired, _StreamAutotrackingOptional):
    """An object of the API."""


_StreamAutotrackingLimitsRequired = TypedDict("_StreamAutotrackingLimitsRequired", {
})
_StreamAutotrackingLimitsOptional = TypedDict("_StreamAutotrackingLimitsOptional", {
    "pan": "List[float]",
    "tilt": "List[float]",
    "zoom": "List[float]",
}, total=False)


class StreamAutotrackingLimits(_StreamAutotrackingLimitsRequired, _StreamAutotrackingLimitsOptional):
    """An object of the API."""


_StreamAutotrackingProblemRequired = TypedDict("_StreamAutotrackingProblemRequired", {
    "code": "str",
    "message": "str",
})
_StreamAutotrackingProblemOptional = TypedDict("_StreamAutotrackingProblemOptional", {
}, total=False)


class StreamAutotrackingProblem(_StreamAutotrackingProblemRequired, _StreamAutotrackingProblemOptional):
    """An object of the API."""


_StreamCalibrationRequired = TypedDict("_StreamCalibrationRequired", {
    "frame": "str",
    "points": "List[StreamCalibrationPoints]",
})
_StreamCalibrationOptional = TypedDict("_StreamCalibrationOptional", {
}, total=False)


class StreamCalibration(_StreamCalibrationRequired, _StreamCalibrationOptional):
    """An object of the API."""


_StreamCalibrationPointsRequired = TypedDict("_StreamCalibrationPointsRequired", {
    "image": "List[float]",
    "map": "List[float]",
})
_StreamCalibrationPointsOptional = TypedDict("_StreamCalibrationPointsOptional", {
}, total=False)


class StreamCalibrationPoints(_StreamCalibrationPointsRequired, _StreamCalibrationPointsOptional):
    """An object of the API."""


_StreamCalibrationStateRequired = TypedDict("_StreamCalibrationStateRequired", {
    "frame": "str",
    "points": "List[StreamCalibrationStatePoints]",
    "rms_error_m": "Union[float, None]",
    "max_error_m": "Union[float, None]",
})
_StreamCalibrationStateOptional = TypedDict("_StreamCalibrationStateOptional", {
}, total=False)


class StreamCalibrationState(_StreamCalibrationStateRequired, _StreamCalibrationStateOptional):
    """An object of the API."""


_StreamCalibrationStatePointsRequired = TypedDict("_StreamCalibrationStatePointsRequired", {
    "image": "List[float]",
    "map": "List[float]",
    "error_m": "float",
})
_StreamCalibrationStatePointsOptional = TypedDict("_StreamCalibrationStatePointsOptional", {
}, total=False)


class StreamCalibrationStatePoints(_StreamCalibrationStatePointsRequired, _StreamCalibrationStatePointsOptional):
    """An object of the API."""


_StreamPatchRequired = TypedDict("_StreamPatchRequired", {
})
_StreamPatchOptional = TypedDict("_StreamPatchOptional", {
    "display_name": "Union[str, None]",
    "source": "StreamPatchSource",
    "model": "Union[str, None]",
    "detect": "List[str]",
    "behaviors": "List[Behavior]",
    "alerts": "StreamPatchAlerts",
    "context": "StreamPatchContext",
    "motion": "StreamPatchMotion",
    "anomaly": "StreamPatchAnomaly",
    "masks": "List[StreamPatchMasks]",
    "recording": "StreamPatchRecording",
    "audio": "bool",
    "calibration": "Union[StreamCalibration, None]",
    "autotracking": "Autotracking",
}, total=False)


class StreamPatch(_StreamPatchRequired, _StreamPatchOptional):
    """An object of the API."""


_StreamPatchSourceRequired = TypedDict("_StreamPatchSourceRequired", {
})
_StreamPatchSourceOptional = TypedDict("_StreamPatchSourceOptional", {
    "url": "str",
    "type": "Literal[\"rtsp\", \"rtsps\"]",
    "fps_cap": "float",
    "sub_url": "Union[str, None]",
    "onvif_url": "Union[str, None]",
    "username": "Union[str, None]",
    "password": "Union[str, None]",
}, total=False)


class StreamPatchSource(_StreamPatchSourceRequired, _StreamPatchSourceOptional):
    """An object of the API."""


_StreamPatchAlertsRequired = TypedDict("_StreamPatchAlertsRequired", {
})
_StreamPatchAlertsOptional = TypedDict("_StreamPatchAlertsOptional", {
    "min_severity": "Literal[\"info\", \"warning\", \"critical\"]",
    "cooldown_seconds": "float",
    "group_by": "Literal[\"none\", \"stream\", \"zone\", \"type\", \"site\"]",
}, total=False)


class StreamPatchAlerts(_StreamPatchAlertsRequired, _StreamPatchAlertsOptional):
    """An object of the API."""


_StreamPatchContextRequired = TypedDict("_StreamPatchContextRequired", {
})
_StreamPatchContextOptional = TypedDict("_StreamPatchContextOptional", {
    "site": "str",
    "zones": "Dict[str, Zone]",
}, total=False)


class StreamPatchContext(_StreamPatchContextRequired, _StreamPatchContextOptional):
    """An object of the API."""


_StreamPatchMotionRequired = TypedDict("_StreamPatchMotionRequired", {
})
_StreamPatchMotionOptional = TypedDict("_StreamPatchMotionOptional", {
    "mode": "Literal[\"auto\", \"always\", \"off\"]",
    "sensitivity": "float",
}, total=False)


class StreamPatchMotion(_StreamPatchMotionRequired, _StreamPatchMotionOptional):
    """An object of the API."""


_StreamPatchAnomalyRequired = TypedDict("_StreamPatchAnomalyRequired", {
})
_StreamPatchAnomalyOptional = TypedDict("_StreamPatchAnomalyOptional", {
    "enabled": "bool",
    "sensitivity": "float",
}, total=False)


class StreamPatchAnomaly(_StreamPatchAnomalyRequired, _StreamPatchAnomalyOptional):
    """An object of the API."""


_StreamPatchMasksRequired = TypedDict("_StreamPatchMasksRequired", {
    "polygon": "List[List[float]]",
})
_StreamPatchMasksOptional = TypedDict("_StreamPatchMasksOptional", {
}, total=False)


class StreamPatchMasks(_StreamPatchMasksRequired, _StreamPatchMasksOptional):
    """An object of the API."""


_StreamPatchRecordingRequired = TypedDict("_StreamPatchRecordingRequired", {
    "mode": "Literal[\"off\", \"incidents\", \"continuous\"]",
})
_StreamPatchRecordingOptional = TypedDict("_StreamPatchRecordingOptional", {
    "pre_seconds": "float",
    "post_seconds": "float",
    "backfill": "bool",
}, total=False)


class StreamPatchRecording(_StreamPatchRecordingRequired, _StreamPatchRecordingOptional):
    """An object of the API."""


_StreamRequestRequired = TypedDict("_StreamRequestRequired", {
})
_StreamRequestOptional = TypedDict("_StreamRequestOptional", {
    "stream_id": "str",
    "display_name": "str",
    "source": "StreamRequestSource",
    "profile": "str",
    "detect": "List[str]",
    "behaviors": "List[Behavior]",
    "anomaly": "StreamRequestAnomaly",
    "outputs": "StreamRequestOutputs",
    "alerts": "StreamRequestAlerts",
    "context": "StreamRequestContext",
    "input": "StreamRequestInput",
    "output": "StreamRequestOutput",
    "recording": "StreamRequestRecording",
    "audio": "bool",
    "masks": "List[StreamRequestMasks]",
    "motion": "StreamRequestMotion",
    "model": "str",
    "calibration": "StreamCalibration",
    "autotracking": "Autotracking",
    "client_reference_id": "str",
    "metadata": "Dict[str, str]",
}, total=False)


class StreamRequest(_StreamRequestRequired, _StreamRequestOptional):
    """An object of the API."""


_StreamRequestSourceRequired = TypedDict("_StreamRequestSourceRequired", {
    "url": "str",
    "type": "Literal[\"rtsp\", \"rtsps\", \"file\", \"robot\"]",
})
_StreamRequestSourceOptional = TypedDict("_StreamRequestSourceOptional", {
    "fps": "float",
    "width_px": "int",
    "fps_cap": "float",
    "sub_url": "str",
    "onvif_url": "str",
    "username": "str",
    "password": "str",
}, total=False)


class StreamRequestSource(_StreamRequestSourceRequired, _StreamRequestSourceOptional):
    """An object of the API."""


_StreamRequestAnomalyRequired = TypedDict("_StreamRequestAnomalyRequired", {
})
_StreamRequestAnomalyOptional = TypedDict("_StreamRequestAnomalyOptional", {
    "enabled": "bool",
    "sensitivity": "float",
}, total=False)


class StreamRequestAnomaly(_StreamRequestAnomalyRequired, _StreamRequestAnomalyOptional):
    """An object of the API."""


_StreamRequestOutputsRequired = TypedDict("_StreamRequestOutputsRequired", {
})
_StreamRequestOutputsOptional = TypedDict("_StreamRequestOutputsOptional", {
    "delivery": "List[Literal[\"sse\", \"webhook\"]]",
    "format": "Literal[\"full\", \"compact\", \"json\", \"annotated\"]",
    "webhook_url": "str",
}, total=False)


class StreamRequestOutputs(_StreamRequestOutputsRequired, _StreamRequestOutputsOptional):
    """An object of the API."""


_StreamRequestAlertsRequired = TypedDict("_StreamRequestAlertsRequired", {
})
_StreamRequestAlertsOptional = TypedDict("_StreamRequestAlertsOptional", {
    "min_severity": "Literal[\"info\", \"warning\", \"critical\"]",
    "cooldown_seconds": "float",
    "group_by": "Literal[\"none\", \"stream\", \"zone\", \"type\", \"site\"]",
}, total=False)


class StreamRequestAlerts(_StreamRequestAlertsRequired, _StreamRequestAlertsOptional):
    """An object of the API."""


_StreamRequestContextRequired = TypedDict("_StreamRequestContextRequired", {
})
_StreamRequestContextOptional = TypedDict("_StreamRequestContextOptional", {
    "site": "str",
    "zones": "Dict[str, Zone]",
    "locale": "str",
}, total=False)


class StreamRequestContext(_StreamRequestContextRequired, _StreamRequestContextOptional):
    """An object of the API."""


_StreamRequestInputRequired = TypedDict("_StreamRequestInputRequired", {
    "data": "str",
})
_StreamRequestInputOptional = TypedDict("_StreamRequestInputOptional", {
    "mime_type": "str",
}, total=False)


class StreamRequestInput(_StreamRequestInputRequired, _StreamRequestInputOptional):
    """An object of the API."""


_StreamRequestOutputRequired = TypedDict("_StreamRequestOutputRequired", {
})
_StreamRequestOutputOptional = TypedDict("_StreamRequestOutputOptional", {
    "locale": "str",
    "include_diagnostics": "bool",
    "format": "Literal[\"json\", \"annotated\", \"full\", \"compact\"]",
}, total=False)


class StreamRequestOutput(_StreamRequestOutputRequired, _StreamRequestOutputOptional):
    """An object of the API."""


_StreamRequestRecordingRequired = TypedDict("_StreamRequestRecordingRequired", {
    "mode": "Literal[\"off\", \"incidents\", \"continuous\"]",
})
_StreamRequestRecordingOptional = TypedDict("_StreamRequestRecordingOptional", {
    "pre_seconds": "float",
    "post_seconds": "float",
    "backfill": "bool",
}, total=False)


class StreamRequestRecording(_StreamRequestRecordingRequired, _StreamRequestRecordingOptional):
    """An object of the API."""


_StreamRequestMasksRequired = TypedDict("_StreamRequestMasksRequired", {
    "polygon": "List[List[float]]",
})
_StreamRequestMasksOptional = TypedDict("_StreamRequestMasksOptional", {
}, total=False)


class StreamRequestMasks(_StreamRequestMasksRequired, _StreamRequestMasksOptional):
    """An object of the API."""


_StreamRequestMotionRequired = TypedDict("_StreamRequestMotionRequired", {
})
_StreamRequestMotionOptional = TypedDict("_StreamRequestMotionOptional", {
    "mode": "Literal[\"auto\", \"always\", \"off\"]",
    "sensitivity": "float",
}, total=False)


class StreamRequestMotion(_StreamRequestMotionRequired, _StreamRequestMotionOptional):
    """An object of the API."""


_SystemRequired = TypedDict("_SystemRequired", {
    "name": "str",
    "version": "str",
    "started_at": "float",
    "uptime_seconds": "int",
    "ready": "bool",
    "safe_mode": "SystemSafeMode",
    "store": "SystemStore",
    "vision": "SystemVision",
    "models": "SystemModels",
    "cameras": "SystemCameras",
    "jobs": "SystemJobs",
    "webhooks": "SystemWebhooks",
    "uplink": "Uplink",
    "mqtt": "Union[MqttConnection, None]",
    "fleet": "Union[Fleet, None]",
    "alarm_outlets": "AlarmOutlets",
    "mdns": "Union[SystemMdns, None]",
    "event_streams": "SystemEventStreams",
    "live_views": "SystemLiveViews",
    "live_videos": "SystemLiveVideos",
    "teleop": "SystemTeleop",
    "robots": "SystemRobots",
    "voice": "SystemVoice",
    "health": "SystemHealth",
    "audit": "SystemAudit",
    "tls": "Union[TlsCertificate, None]",
    "memory": "SystemMemory",
    "machine": "Union[Machine, None]",
    "alarms": "List[Alarm]",
})
_SystemOptional = TypedDict("_SystemOptional", {
}, total=False)


class System(_SystemRequired, _SystemOptional):
    """An object of the API."""


_SystemSafeModeRequired = TypedDict("_SystemSafeModeRequired", {
    "active": "bool",
    "since": "Union[float, None]",
    "reason": "Union[str, None]",
})
_SystemSafeModeOptional = TypedDict("_SystemSafeModeOptional", {
}, total=False)


class SystemSafeMode(_SystemSafeModeRequired, _SystemSafeModeOptional):
    """An object of the API."""


_SystemStoreRequired = TypedDict("_SystemStoreRequired", {
    "full": "bool",
    "writes_refused": "int",
    "copy": "SystemStoreCopy",
})
_SystemStoreOptional = TypedDict("_SystemStoreOptional", {
}, total=False)


class SystemStore(_SystemStoreRequired, _SystemStoreOptional):
    """An object of the API."""


_SystemStoreCopyRequired = TypedDict("_SystemStoreCopyRequired", {
    "state": "Literal[\"none\", \"ok\", \"disk_low\", \"unsound\", \"failed\"]",
    "made_at": "Union[float, None]",
    "problem": "Union[str, None]",
})
_SystemStoreCopyOptional = TypedDict("_SystemStoreCopyOptional", {
}, total=False)


class SystemStoreCopy(_SystemStoreCopyRequired, _SystemStoreCopyOptional):
    """The checked copy of the store in the data directory."""


_SystemVisionRequired = TypedDict("_SystemVisionRequired", {
    "state": "str",
    "restarts": "int",
    "decoding": "SystemVisionDecoding",
    "models": "List[SystemVisionModels]",
})
_SystemVisionOptional = TypedDict("_SystemVisionOptional", {
}, total=False)


class SystemVision(_SystemVisionRequired, _SystemVisionOptional):
    """An object of the API."""


_SystemVisionDecodingRequired = TypedDict("_SystemVisionDecodingRequired", {
    "wish": "str",
    "used": "Dict[str, str]",
    "tried": "List[SystemVisionDecodingTried]",
})
_SystemVisionDecodingOptional = TypedDict("_SystemVisionDecodingOptional", {
}, total=False)


class SystemVisionDecoding(_SystemVisionDecodingRequired, _SystemVisionDecodingOptional):
    """An object of the API."""


_SystemVisionDecodingTriedRequired = TypedDict("_SystemVisionDecodingTriedRequired", {
    "method": "str",
    "codec": "str",
    "outcome": "str",
})
_SystemVisionDecodingTriedOptional = TypedDict("_SystemVisionDecodingTriedOptional", {
}, total=False)


class SystemVisionDecodingTried(_SystemVisionDecodingTriedRequired, _SystemVisionDecodingTriedOptional):
    """An object of the API."""


_SystemVisionModelsRequired = TypedDict("_SystemVisionModelsRequired", {
    "name": "str",
    "labels": "List[str]",
    "executor": "Union[str, None]",
    "note": "Union[str, None]",
    "tried": "List[SystemVisionModelsTried]",
    "engine": "Union[SystemVisionModelsEngine, None]",
})
_SystemVisionModelsOptional = TypedDict("_SystemVisionModelsOptional", {
}, total=False)


class SystemVisionModels(_SystemVisionModelsRequired, _SystemVisionModelsOptional):
    """An object of the API."""


_SystemVisionModelsTriedRequired = TypedDict("_SystemVisionModelsTriedRequired", {
    "executor": "str",
    "outcome": "str",
    "ms": "Union[float, None]",
})
_SystemVisionModelsTriedOptional = TypedDict("_SystemVisionModelsTriedOptional", {
}, total=False)


class SystemVisionModelsTried(_SystemVisionModelsTriedRequired, _SystemVisionModelsTriedOptional):
    """An object of the API."""


_SystemVisionModelsEngineRequired = TypedDict("_SystemVisionModelsEngineRequired", {
    "state": "Literal[\"building\", \"ready\", \"failed\"]",
    "reason": "Union[str, None]",
})
_SystemVisionModelsEngineOptional = TypedDict("_SystemVisionModelsEngineOptional", {
}, total=False)


class SystemVisionModelsEngine(_SystemVisionModelsEngineRequired, _SystemVisionModelsEngineOptional):
    """An object of the API."""


_SystemModelsRequired = TypedDict("_SystemModelsRequired", {
    "default": "str",
    "chosen": "Union[str, None]",
    "used": "List[str]",
    "damaged": "List[SystemModelsDamaged]",
    "engines": "List[SystemModelsEngines]",
    "checked_at": "Union[float, None]",
})
_SystemModelsOptional = TypedDict("_SystemModelsOptional", {
}, total=False)


class SystemModels(_SystemModelsRequired, _SystemModelsOptional):
    """An object of the API."""


_SystemModelsDamagedRequired = TypedDict("_SystemModelsDamagedRequired", {
    "name": "str",
    "state": "str",
    "file": "str",
})
_SystemModelsDamagedOptional = TypedDict("_SystemModelsDamagedOptional", {
}, total=False)


class SystemModelsDamaged(_SystemModelsDamagedRequired, _SystemModelsDamagedOptional):
    """An object of the API."""


_SystemModelsEnginesRequired = TypedDict("_SystemModelsEnginesRequired", {
    "name": "str",
    "state": "Literal[\"building\", \"ready\", \"failed\"]",
    "reason": "Union[str, None]",
})
_SystemModelsEnginesOptional = TypedDict("_SystemModelsEnginesOptional", {
}, total=False)


class SystemModelsEngines(_SystemModelsEnginesRequired, _SystemModelsEnginesOptional):
    """An object of the API."""


_SystemCamerasRequired = TypedDict("_SystemCamerasRequired", {
    "sources": "int",
    "online": "int",
    "ring_bytes": "int",
    "ring_fragments": "int",
    "ring_evicted": "int",
    "ring_refused": "int",
    "refused": "List[SystemCamerasRefused]",
    "without_events": "List[SystemCamerasWithoutEvents]",
})
_SystemCamerasOptional = TypedDict("_SystemCamerasOptional", {
}, total=False)


class SystemCameras(_SystemCamerasRequired, _SystemCamerasOptional):
    """An object of the API."""


_SystemCamerasRefusedRequired = TypedDict("_SystemCamerasRefusedRequired", {
    "stream_id": "str",
    "reason": "str",
})
_SystemCamerasRefusedOptional = TypedDict("_SystemCamerasRefusedOptional", {
}, total=False)


class SystemCamerasRefused(_SystemCamerasRefusedRequired, _SystemCamerasRefusedOptional):
    """An object of the API."""


_SystemCamerasWithoutEventsRequired = TypedDict("_SystemCamerasWithoutEventsRequired", {
    "stream_id": "str",
    "reason": "str",
})
_SystemCamerasWithoutEventsOptional = TypedDict("_SystemCamerasWithoutEventsOptional", {
}, total=False)


class SystemCamerasWithoutEvents(_SystemCamerasWithoutEventsRequired, _SystemCamerasWithoutEventsOptional):
    """An object of the API."""


_SystemJobsRequired = TypedDict("_SystemJobsRequired", {
    "running": "int",
    "waiters": "int",
    "queued": "int",
})
_SystemJobsOptional = TypedDict("_SystemJobsOptional", {
}, total=False)


class SystemJobs(_SystemJobsRequired, _SystemJobsOptional):
    """An object of the API."""


_SystemWebhooksRequired = TypedDict("_SystemWebhooksRequired", {
    "registered": "int",
    "active": "int",
    "pending": "int",
    "running": "int",
    "refused": "int",
})
_SystemWebhooksOptional = TypedDict("_SystemWebhooksOptional", {
}, total=False)


class SystemWebhooks(_SystemWebhooksRequired, _SystemWebhooksOptional):
    """An object of the API."""


_SystemMdnsRequired = TypedDict("_SystemMdnsRequired", {
    "host": "Union[str, None]",
    "problem": "Union[str, None]",
})
_SystemMdnsOptional = TypedDict("_SystemMdnsOptional", {
}, total=False)


class SystemMdns(_SystemMdnsRequired, _SystemMdnsOptional):
    """An object of the API."""


_SystemEventStreamsRequired = TypedDict("_SystemEventStreamsRequired", {
    "open": "int",
    "waiting_bytes": "int",
    "cut": "int",
})
_SystemEventStreamsOptional = TypedDict("_SystemEventStreamsOptional", {
}, total=False)


class SystemEventStreams(_SystemEventStreamsRequired, _SystemEventStreamsOptional):
    """An object of the API."""


_SystemLiveViewsRequired = TypedDict("_SystemLiveViewsRequired", {
    "open": "int",
    "dropped": "int",
})
_SystemLiveViewsOptional = TypedDict("_SystemLiveViewsOptional", {
}, total=False)


class SystemLiveViews(_SystemLiveViewsRequired, _SystemLiveViewsOptional):
    """An object of the API."""


_SystemLiveVideosRequired = TypedDict("_SystemLiveVideosRequired", {
    "open": "int",
    "dropped": "int",
})
_SystemLiveVideosOptional = TypedDict("_SystemLiveVideosOptional", {
}, total=False)


class SystemLiveVideos(_SystemLiveVideosRequired, _SystemLiveVideosOptional):
    """An object of the API."""


_SystemTeleopRequired = TypedDict("_SystemTeleopRequired", {
    "open": "int",
})
_SystemTeleopOptional = TypedDict("_SystemTeleopOptional", {
}, total=False)


class SystemTeleop(_SystemTeleopRequired, _SystemTeleopOptional):
    """An object of the API."""


_SystemRobotsRequired = TypedDict("_SystemRobotsRequired", {
    "recording_problems": "List[SystemRobotsRecordingProblems]",
})
_SystemRobotsOptional = TypedDict("_SystemRobotsOptional", {
}, total=False)


class SystemRobots(_SystemRobotsRequired, _SystemRobotsOptional):
    """An object of the API."""


_SystemRobotsRecordingProblemsRequired = TypedDict("_SystemRobotsRecordingProblemsRequired", {
    "robot_id": "str",
    "kind": "Literal[\"failed\", \"short\", \"no_pose\"]",
    "reason": "str",
})
_SystemRobotsRecordingProblemsOptional = TypedDict("_SystemRobotsRecordingProblemsOptional", {
}, total=False)


class SystemRobotsRecordingProblems(_SystemRobotsRecordingProblemsRequired, _SystemRobotsRecordingProblemsOptional):
    """An object of the API."""


_SystemVoiceRequired = TypedDict("_SystemVoiceRequired", {
    "speech": "SystemVoiceSpeech",
    "speakers": "List[Speaker]",
})
_SystemVoiceOptional = TypedDict("_SystemVoiceOptional", {
}, total=False)


class SystemVoice(_SystemVoiceRequired, _SystemVoiceOptional):
    """An object of the API."""


_SystemVoiceSpeechRequired = TypedDict("_SystemVoiceSpeechRequired", {
    "available": "bool",
    "reason": "Union[str, None]",
})
_SystemVoiceSpeechOptional = TypedDict("_SystemVoiceSpeechOptional", {
}, total=False)


class SystemVoiceSpeech(_SystemVoiceSpeechRequired, _SystemVoiceSpeechOptional):
    """An object of the API."""


_SystemHealthRequired = TypedDict("_SystemHealthRequired", {
    "triage": "bool",
})
_SystemHealthOptional = TypedDict("_SystemHealthOptional", {
}, total=False)


class SystemHealth(_SystemHealthRequired, _SystemHealthOptional):
    """An object of the API."""


_SystemAuditRequired = TypedDict("_SystemAuditRequired", {
    "entries_lost": "int",
})
_SystemAuditOptional = TypedDict("_SystemAuditOptional", {
}, total=False)


class SystemAudit(_SystemAuditRequired, _SystemAuditOptional):
    """An object of the API."""


_SystemMemoryRequired = TypedDict("_SystemMemoryRequired", {
    "rss_bytes": "int",
})
_SystemMemoryOptional = TypedDict("_SystemMemoryOptional", {
}, total=False)


class SystemMemory(_SystemMemoryRequired, _SystemMemoryOptional):
    """An object of the API."""


_SystemHistoryRequired = TypedDict("_SystemHistoryRequired", {
    "at": "List[float]",
    "disk_free_bytes": "List[Union[float, None]]",
    "memory_available_bytes": "List[Union[float, None]]",
    "load": "List[Union[float, None]]",
    "celsius": "List[Union[float, None]]",
    "cameras_online": "List[Union[float, None]]",
    "jobs_queued": "List[Union[float, None]]",
})
_SystemHistoryOptional = TypedDict("_SystemHistoryOptional", {
}, total=False)


class SystemHistory(_SystemHistoryRequired, _SystemHistoryOptional):
    """An object of the API."""


_TimelineStreamRequired = TypedDict("_TimelineStreamRequired", {
    "object": "Literal[\"surveillance.timeline_stream\"]",
    "stream_id": "str",
    "recordings": "List[TimelineStreamRecordings]",
    "gaps": "List[TimelineStreamGaps]",
    "incidents": "List[TimelineStreamIncidents]",
})
_TimelineStreamOptional = TypedDict("_TimelineStreamOptional", {
}, total=False)


class TimelineStream(_TimelineStreamRequired, _TimelineStreamOptional):
    """An object of the API."""


_TimelineStreamRecordingsRequired = TypedDict("_TimelineStreamRecordingsRequired", {
    "from": "float",
    "to": "float",
})
_TimelineStreamRecordingsOptional = TypedDict("_TimelineStreamRecordingsOptional", {
}, total=False)


class TimelineStreamRecordings(_TimelineStreamRecordingsRequired, _TimelineStreamRecordingsOptional):
    """An object of the API."""


_TimelineStreamGapsRequired = TypedDict("_TimelineStreamGapsRequired", {
    "from": "float",
    "to": "float",
    "reason": "Literal[\"source_down\", \"frozen\", \"detector_down\", \"undecodable\", \"overload\", \"moved\", \"stopped\", \"box_off\"]",
    "seconds": "float",
    "seconds_backfilled": "float",
})
_TimelineStreamGapsOptional = TypedDict("_TimelineStreamGapsOptional", {
}, total=False)


class TimelineStreamGaps(_TimelineStreamGapsRequired, _TimelineStreamGapsOptional):
    """An object of the API."""


_TimelineStreamIncidentsRequired = TypedDict("_TimelineStreamIncidentsRequired", {
    "from": "float",
    "to": "float",
    "count": "int",
    "unacknowledged": "int",
    "severity": "Literal[\"info\", \"warning\", \"critical\"]",
    "type": "Union[str, None]",
    "incident_id": "str",
})
_TimelineStreamIncidentsOptional = TypedDict("_TimelineStreamIncidentsOptional", {
}, total=False)


class TimelineStreamIncidents(_TimelineStreamIncidentsRequired, _TimelineStreamIncidentsOptional):
    """An object of the API."""


_TlsCertificateRequired = TypedDict("_TlsCertificateRequired", {
    "mode": "Literal[\"site\", \"files\"]",
    "fingerprint_sha256": "str",
    "ca_fingerprint_sha256": "Union[str, None]",
    "names": "List[str]",
    "not_before": "float",
    "not_after": "float",
    "renews_at": "Union[float, None]",
})
_TlsCertificateOptional = TypedDict("_TlsCertificateOptional", {
}, total=False)


class TlsCertificate(_TlsCertificateRequired, _TlsCertificateOptional):
    """An object of the API."""


_UpgradeRequired = TypedDict("_UpgradeRequired", {
    "object": "Literal[\"system.upgrade\"]",
    "version": "str",
    "blocked": "Union[Literal[\"not_installed\", \"dpkg\", \"container\", \"no_helper\", \"no_publisher_key\"], None]",
    "current": "Union[UpgradeCurrent, None]",
    "other": "Union[UpgradeOther, None]",
    "offered": "Union[UpgradeOffered, None]",
    "upload": "Union[UpgradeUpload, None]",
    "check": "Union[UpgradeCheck, None]",
    "request": "Union[UpgradeRequest, None]",
    "last": "Union[UpgradeLast, None]",
    "can_roll_back": "bool",
})
_UpgradeOptional = TypedDict("_UpgradeOptional", {
}, total=False)


class Upgrade(_UpgradeRequired, _UpgradeOptional):
    """An object of the API."""


_UpgradeCurrentRequired = TypedDict("_UpgradeCurrentRequired", {
    "slot": "Literal[\"a\", \"b\"]",
    "version": "str",
})
_UpgradeCurrentOptional = TypedDict("_UpgradeCurrentOptional", {
}, total=False)


class UpgradeCurrent(_UpgradeCurrentRequired, _UpgradeCurrentOptional):
    """An object of the API."""


_UpgradeOtherRequired = TypedDict("_UpgradeOtherRequired", {
    "slot": "Literal[\"a\", \"b\"]",
    "version": "str",
})
_UpgradeOtherOptional = TypedDict("_UpgradeOtherOptional", {
}, total=False)


class UpgradeOther(_UpgradeOtherRequired, _UpgradeOtherOptional):
    """An object of the API."""


_UpgradeOfferedRequired = TypedDict("_UpgradeOfferedRequired", {
    "version": "str",
    "made_at": "float",
    "arch": "str",
    "size_bytes": "int",
    "order": "Literal[\"newer\", \"same\", \"older\"]",
    "changelog": "Union[str, None]",
})
_UpgradeOfferedOptional = TypedDict("_UpgradeOfferedOptional", {
}, total=False)


class UpgradeOffered(_UpgradeOfferedRequired, _UpgradeOfferedOptional):
    """The received bundle; its publisher's signature and its sum are valid."""


_UpgradeUploadRequired = TypedDict("_UpgradeUploadRequired", {
    "name": "str",
    "size_bytes": "int",
    "received_bytes": "int",
})
_UpgradeUploadOptional = TypedDict("_UpgradeUploadOptional", {
}, total=False)


class UpgradeUpload(_UpgradeUploadRequired, _UpgradeUploadOptional):
    """An object of the API."""


_UpgradeCheckRequired = TypedDict("_UpgradeCheckRequired", {
    "state": "Literal[\"running\", \"failed\"]",
    "problem": "Union[str, None]",
})
_UpgradeCheckOptional = TypedDict("_UpgradeCheckOptional", {
}, total=False)


class UpgradeCheck(_UpgradeCheckRequired, _UpgradeCheckOptional):
    """An object of the API."""


_UpgradeRequestRequired = TypedDict("_UpgradeRequestRequired", {
    "kind": "Literal[\"install\", \"rollback\"]",
    "state": "Literal[\"waiting\", \"running\", \"done\", \"refused\", \"not_taken\"]",
    "problem": "Union[str, None]",
    "at": "float",
})
_UpgradeRequestOptional = TypedDict("_UpgradeRequestOptional", {
}, total=False)


class UpgradeRequest(_UpgradeRequestRequired, _UpgradeRequestOptional):
    """An object of the API."""


_UpgradeLastRequired = TypedDict("_UpgradeLastRequired", {
    "phase": "Literal[\"idle\", \"unpacking\", \"trial\", \"confirmed\", \"rolled_back\"]",
    "from": "UpgradeLastFrom",
    "to": "UpgradeLastTo",
    "at": "float",
    "reason": "Union[str, None]",
})
_UpgradeLastOptional = TypedDict("_UpgradeLastOptional", {
}, total=False)


class UpgradeLast(_UpgradeLastRequired, _UpgradeLastOptional):
    """An object of the API."""


_UpgradeLastFromRequired = TypedDict("_UpgradeLastFromRequired", {
    "slot": "Literal[\"a\", \"b\"]",
    "version": "str",
})
_UpgradeLastFromOptional = TypedDict("_UpgradeLastFromOptional", {
}, total=False)


class UpgradeLastFrom(_UpgradeLastFromRequired, _UpgradeLastFromOptional):
    """An object of the API."""


_UpgradeLastToRequired = TypedDict("_UpgradeLastToRequired", {
    "slot": "Literal[\"a\", \"b\"]",
    "version": "str",
})
_UpgradeLastToOptional = TypedDict("_UpgradeLastToOptional", {
}, total=False)


class UpgradeLastTo(_UpgradeLastToRequired, _UpgradeLastToOptional):
    """An object of the API."""


_UplinkRequired = TypedDict("_UplinkRequired", {
    "endpoints": "List[UplinkEndpoints]",
    "routes": "Dict[str, List[str]]",
    "usage": "UplinkUsage",
})
_UplinkOptional = TypedDict("_UplinkOptional", {
}, total=False)


class Uplink(_UplinkRequired, _UplinkOptional):
    """An object of the API."""


_UplinkEndpointsRequired = TypedDict("_UplinkEndpointsRequired", {
    "name": "str",
    "kind": "Literal[\"openai\", \"google\", \"anthropic\", \"openai-compatible\", \"elevenlabs\", \"service\"]",
    "host": "str",
    "state": "Literal[\"unknown\", \"up\", \"down\", \"failing\", \"refused\", \"throttled\"]",
    "reason": "Union[str, None]",
    "since": "Union[float, None]",
    "last_success_at": "Union[float, None]",
    "next_try_at": "Union[float, None]",
    "submitting": "int",
    "in_line": "int",
    "data": "List[Literal[\"media\", \"brand\", \"incident\", \"health\", \"clinical\", \"neural\", \"voice\", \"robot\"]]",
})
_UplinkEndpointsOptional = TypedDict("_UplinkEndpointsOptional", {
}, total=False)


class UplinkEndpoints(_UplinkEndpointsRequired, _UplinkEndpointsOptional):
    """An object of the API."""


_UplinkUsageRequired = TypedDict("_UplinkUsageRequired", {
    "requests": "float",
    "cost": "float",
    "requests_per_day": "Union[int, None]",
    "cost_per_day": "Union[float, None]",
})
_UplinkUsageOptional = TypedDict("_UplinkUsageOptional", {
}, total=False)


class UplinkUsage(_UplinkUsageRequired, _UplinkUsageOptional):
    """Use by the organisation today (UTC), and its limits. Null means no limit."""


_Vda5050RobotRequired = TypedDict("_Vda5050RobotRequired", {
    "broker": "str",
    "manufacturer": "str",
    "serial_number": "str",
})
_Vda5050RobotOptional = TypedDict("_Vda5050RobotOptional", {
    "version": "Literal[\"1.1\", \"2.0\", \"2.1\", \"3.0\"]",
    "interface_name": "str",
    "major_version": "str",
    "profile": "Literal[\"standard\", \"legacy_instant_actions\"]",
    "max_uncontrolled_m": "float",
    "corridor": "Vda5050RobotCorridor",
    "dock": "RobotPosition",
}, total=False)


class Vda5050Robot(_Vda5050RobotRequired, _Vda5050RobotOptional):
    """An object of the API."""


_Vda5050RobotCorridorRequired = TypedDict("_Vda5050RobotCorridorRequired", {
    "left_m": "float",
    "right_m": "float",
})
_Vda5050RobotCorridorOptional = TypedDict("_Vda5050RobotCorridorOptional", {
}, total=False)


class Vda5050RobotCorridor(_Vda5050RobotCorridorRequired, _Vda5050RobotCorridorOptional):
    """Distance that the robot may leave the line between two positions to avoid an obstacle (VDA 5050 2.1 and 3.0)."""


_VoiceRequired = TypedDict("_VoiceRequired", {
    "id": "str",
    "object": "Literal[\"voice.voice\"]",
    "name": "str",
    "languages": "List[str]",
    "gender": "Union[str, None]",
    "source": "Literal[\"box\", \"openai\", \"elevenlabs\"]",
    "available": "bool",
    "reason": "Union[str, None]",
})
_VoiceOptional = TypedDict("_VoiceOptional", {
}, total=False)


class Voice(_VoiceRequired, _VoiceOptional):
    """An object of the API."""


_VoiceAgentRequired = TypedDict("_VoiceAgentRequired", {
    "id": "str",
    "object": "Literal[\"voice.agent\"]",
    "name": "str",
    "voice_id": "str",
    "system_prompt": "str",
    "greeting": "Union[str, None]",
    "language": "Union[str, None]",
    "provider": "Union[Literal[\"openai\", \"elevenlabs\", \"livekit\"], None]",
    "provider_agent_id": "Union[str, None]",
    "metadata": "Dict[str, str]",
    "created_at": "float",
    "updated_at": "float",
})
_VoiceAgentOptional = TypedDict("_VoiceAgentOptional", {
}, total=False)


class VoiceAgent(_VoiceAgentRequired, _VoiceAgentOptional):
    """An object of the API."""


_VoiceAgentPatchRequired = TypedDict("_VoiceAgentPatchRequired", {
})
_VoiceAgentPatchOptional = TypedDict("_VoiceAgentPatchOptional", {
    "name": "str",
    "voice_id": "str",
    "system_prompt": "str",
    "greeting": "Union[str, None]",
    "language": "Union[str, None]",
    "provider": "Union[Literal[\"openai\", \"elevenlabs\", \"livekit\"], None]",
    "provider_agent_id": "Union[str, None]",
    "metadata": "Dict[str, str]",
}, total=False)


class VoiceAgentPatch(_VoiceAgentPatchRequired, _VoiceAgentPatchOptional):
    """An object of the API."""


_VoiceAgentRequestRequired = TypedDict("_VoiceAgentRequestRequired", {
    "name": "str",
    "voice_id": "str",
    "system_prompt": "str",
})
_VoiceAgentRequestOptional = TypedDict("_VoiceAgentRequestOptional", {
    "greeting": "str",
    "language": "str",
    "provider": "Literal[\"openai\", \"elevenlabs\", \"livekit\"]",
    "provider_agent_id": "str",
    "metadata": "Dict[str, str]",
}, total=False)


class VoiceAgentRequest(_VoiceAgentRequestRequired, _VoiceAgentRequestOptional):
    """An object of the API."""


_VoicePreviewRequired = TypedDict("_VoicePreviewRequired", {
})
_VoicePreviewOptional = TypedDict("_VoicePreviewOptional", {
    "text": "str",
}, total=False)


class VoicePreview(_VoicePreviewRequired, _VoicePreviewOptional):
    """An object of the API."""


_VoiceSessionRequired = TypedDict("_VoiceSessionRequired", {
    "id": "str",
    "object": "Literal[\"voice.session\"]",
    "status": "Literal[\"created\", \"active\", \"completed\", \"failed\", \"expired\"]",
    "agent_id": "str",
    "agent_name": "str",
    "agent_deleted": "bool",
    "provider": "Literal[\"openai\", \"elevenlabs\", \"livekit\"]",
    "provider_session_id": "Union[str, None]",
    "summary": "Union[str, None]",
    "reason": "Union[str, None]",
    "metadata": "Dict[str, str]",
    "events": "int",
    "created_at": "float",
    "expires_at": "Union[float, None]",
    "started_at": "Union[float, None]",
    "ended_at": "Union[float, None]",
})
_VoiceSessionOptional = TypedDict("_VoiceSessionOptional", {
}, total=False)


class VoiceSession(_VoiceSessionRequired, _VoiceSessionOptional):
    """An object of the API."""


_VoiceSessionCompleteRequired = TypedDict("_VoiceSessionCompleteRequired", {
    "summary": "str",
})
_VoiceSessionCompleteOptional = TypedDict("_VoiceSessionCompleteOptional", {
    "outcome": "Literal[\"completed\", \"failed\"]",
}, total=False)


class VoiceSessionComplete(_VoiceSessionCompleteRequired, _VoiceSessionCompleteOptional):
    """An object of the API."""


_VoiceSessionRequestRequired = TypedDict("_VoiceSessionRequestRequired", {
    "agent_id": "str",
})
_VoiceSessionRequestOptional = TypedDict("_VoiceSessionRequestOptional", {
    "provider": "Literal[\"openai\", \"elevenlabs\", \"livekit\"]",
    "ttl_seconds": "int",
    "metadata": "Dict[str, str]",
}, total=False)


class VoiceSessionRequest(_VoiceSessionRequestRequired, _VoiceSessionRequestOptional):
    """An object of the API."""


_WebhookRequired = TypedDict("_WebhookRequired", {
    "id": "str",
    "object": "Literal[\"webhook\"]",
    "endpoint_url": "str",
    "is_active": "bool",
    "created_at": "str",
    "updated_at": "str",
    "events": "List[Literal[\"job.completed\", \"job.failed\", \"job.cancelled\", \"incident.created\", \"incident.resolved\", \"incident.escalated\", \"robot.incident\", \"robot.command\", \"webhook.disabled\"]]",
    "description": "Union[str, None]",
    "disabled_reason": "Union[Literal[\"manual\", \"gone\", \"failing\", \"secret_lost\"], None]",
    "disabled_at": "Union[float, None]",
    "failing_since": "Union[float, None]",
    "last_success_at": "Union[float, None]",
    "rotation_expires_at": "Union[float, None]",
    "pending_deliveries": "int",
    "origin": "Literal[\"registered\", \"stream\"]",
    "headers": "List[WebhookHeaders]",
    "filter": "Union[WebhookFilter, None]",
    "ordering": "Literal[\"none\", \"camera\"]",
    "retry_delays_seconds": "List[int]",
})
_WebhookOptional = TypedDict("_WebhookOptional", {
}, total=False)


class Webhook(_WebhookRequired, _WebhookOptional):
    """An object of the API."""


_WebhookHeadersRequired = TypedDict("_WebhookHeadersRequired", {
    "name": "str",
    "value": "Union[str, None]",
    "is_secret": "bool",
})
_WebhookHeadersOptional = TypedDict("_WebhookHeadersOptional", {
}, total=False)


class WebhookHeaders(_WebhookHeadersRequired, _WebhookHeadersOptional):
    """An object of the API."""


_WebhookFilterRequired = TypedDict("_WebhookFilterRequired", {
})
_WebhookFilterOptional = TypedDict("_WebhookFilterOptional", {
    "types": "List[str]",
    "min_severity": "Literal[\"info\", \"warning\", \"critical\"]",
    "stream_ids": "List[str]",
}, total=False)


class WebhookFilter(_WebhookFilterRequired, _WebhookFilterOptional):
    """Conditions on the incidents that the webhook receives. Other events always pass."""


_WebhookDeliveryRequired = TypedDict("_WebhookDeliveryRequired", {
    "id": "str",
    "object": "Literal[\"webhook.delivery\"]",
    "event_id": "str",
    "event_type": "Literal[\"job.completed\", \"job.failed\", \"job.cancelled\", \"incident.created\", \"incident.resolved\", \"incident.escalated\", \"robot.incident\", \"robot.command\", \"webhook.disabled\", \"webhook.test\"]",
    "webhook_id": "str",
    "trigger": "Literal[\"scheduled\", \"manual\", \"test\"]",
    "status": "Literal[\"pending\", \"succeeded\", \"exhausted\", \"skipped\"]",
    "attempt": "int",
    "response_status": "Union[int, None]",
    "response_ms": "Union[int, None]",
    "response_body": "Union[str, None]",
    "error_code": "Union[str, None]",
    "error_message": "Union[str, None]",
    "created_at": "float",
    "attempted_at": "Union[float, None]",
    "next_attempt_at": "Union[float, None]",
})
_WebhookDeliveryOptional = TypedDict("_WebhookDeliveryOptional", {
}, total=False)


class WebhookDelivery(_WebhookDeliveryRequired, _WebhookDeliveryOptional):
    """An object of the API."""


_ZoneRequired = TypedDict("_ZoneRequired", {
})
_ZoneOptional = TypedDict("_ZoneOptional", {
    "xyxy": "List[float]",
    "polygon": "List[List[float]]",
    "line": "List[List[float]]",
    "metres": "ZoneMetres",
}, total=False)


class Zone(_ZoneRequired, _ZoneOptional):
    """An object of the API."""


_ZoneMetresRequired = TypedDict("_ZoneMetresRequired", {
})
_ZoneMetresOptional = TypedDict("_ZoneMetresOptional", {
    "width": "float",
    "height": "float",
    "corners": "List[List[float]]",
}, total=False)


class ZoneMetres(_ZoneMetresRequired, _ZoneMetresOptional):
    """An object of the API."""


_ErrorRequired = TypedDict("_ErrorRequired", {
    "id": "str",
    "object": "Literal[\"error\"]",
    "status": "Literal[\"error\"]",
    "created_at": "int",
    "error": "ErrorError",
})
_ErrorOptional = TypedDict("_ErrorOptional", {
}, total=False)


class Error(_ErrorRequired, _ErrorOptional):
    """An object of the API."""


_ErrorErrorRequired = TypedDict("_ErrorErrorRequired", {
    "code": "ErrorCode",
    "retryable": "bool",
    "request_id": "str",
    "message": "str",
})
_ErrorErrorOptional = TypedDict("_ErrorErrorOptional", {
    "param": "str",
    "details": "List[ErrorErrorDetails]",
    "retry_after": "float",
}, total=False)


class ErrorError(_ErrorErrorRequired, _ErrorErrorOptional):
    """An object of the API."""


_ErrorErrorDetailsRequired = TypedDict("_ErrorErrorDetailsRequired", {
    "path": "str",
    "rule": "str",
    "message": "str",
})
_ErrorErrorDetailsOptional = TypedDict("_ErrorErrorDetailsOptional", {
}, total=False)


class ErrorErrorDetails(_ErrorErrorDetailsRequired, _ErrorErrorDetailsOptional):
    """An object of the API."""


ErrorCode = Literal["missing_authorization_header", "invalid_authorization_header", "invalid_api_key", "api_key_expired", "api_key_revoked", "invalid_box_token", "invalid_credentials", "invalid_invitation", "invalid_setup_code", "invalid_rescue_code", "session_expired", "insufficient_scope", "key_network_refused", "camera_restricted", "csrf_rejected", "feature_disabled", "health_triage_disabled", "host_not_allowed", "forbidden_address", "invalid_request_body", "invalid_json", "body_too_deep", "invalid_query_parameter", "invalid_path_parameter", "voice_credentials_missing", "voice_credentials_refused", "invalid_signature", "invalid_idempotency_key", "webhook_limit_reached", "range_not_satisfiable", "malformed_request", "request_timeout", "headers_too_large", "unsupported_media_type", "request_too_large", "not_found", "job_expired", "upgrade_required", "method_not_allowed", "conflict", "idempotency_key_mismatch", "idempotency_request_in_progress", "source_job_not_completed", "job_not_an_avatar", "retained_command", "lease_held", "command_rejected", "task_not_understood", "robot_unreachable", "stream_not_ready", "codec_not_playable", "ptz_failed", "no_loudspeaker", "talk_failed", "too_many_waiters", "too_many_streams", "rate_limited", "queue_full", "job_create_failed", "internal_error", "upstream_error", "job_trigger_failed", "box_unreachable", "overloaded", "detector_unavailable", "not_ready", "shutting_down", "store_stalled", "store_unwritable", "storage_full"]

_ProblemRequired = TypedDict("_ProblemRequired", {
    "type": "str",
    "title": "str",
    "status": "int",
    "detail": "str",
    "code": "ErrorCode",
    "retryable": "bool",
    "request_id": "str",
})
_ProblemOptional = TypedDict("_ProblemOptional", {
    "param": "str",
    "details": "List[ProblemDetails]",
    "retry_after": "float",
}, total=False)


class Problem(_ProblemRequired, _ProblemOptional):
    """An object of the API."""


_ProblemDetailsRequired = TypedDict("_ProblemDetailsRequired", {
    "path": "str",
    "rule": "str",
    "message": "str",
})
_ProblemDetailsOptional = TypedDict("_ProblemDetailsOptional", {
}, total=False)


class ProblemDetails(_ProblemDetailsRequired, _ProblemDetailsOptional):
    """An object of the API."""


_ListAvatarsDataRequired = TypedDict("_ListAvatarsDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[Avatar]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListAvatarsDataOptional = TypedDict("_ListAvatarsDataOptional", {
}, total=False)


class ListAvatarsData(_ListAvatarsDataRequired, _ListAvatarsDataOptional):
    """An object of the API."""


_ExtractBrandBodyRequired = TypedDict("_ExtractBrandBodyRequired", {
})
_ExtractBrandBodyOptional = TypedDict("_ExtractBrandBodyOptional", {
    "url": "str",
    "logoBase64": "str",
    "imagesBase64": "List[str]",
    "name": "str",
    "location": "str",
    "client_reference_id": "str",
    "metadata": "Dict[str, str]",
}, total=False)


class ExtractBrandBody(_ExtractBrandBodyRequired, _ExtractBrandBodyOptional):
    """An object of the API."""


_ProjectBrandBodyRequired = TypedDict("_ProjectBrandBodyRequired", {
    "use_case": "str",
})
_ProjectBrandBodyOptional = TypedDict("_ProjectBrandBodyOptional", {
    "client_reference_id": "str",
    "metadata": "Dict[str, str]",
}, total=False)


class ProjectBrandBody(_ProjectBrandBodyRequired, _ProjectBrandBodyOptional):
    """An object of the API."""


_ListBrandsDataRequired = TypedDict("_ListBrandsDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[Brand]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListBrandsDataOptional = TypedDict("_ListBrandsDataOptional", {
}, total=False)


class ListBrandsData(_ListBrandsDataRequired, _ListBrandsDataOptional):
    """An object of the API."""


_CreateDecisionSupportBodyRequired = TypedDict("_CreateDecisionSupportBodyRequired", {
})
_CreateDecisionSupportBodyOptional = TypedDict("_CreateDecisionSupportBodyOptional", {
    "patient": "CreateDecisionSupportBodyPatient",
    "vitals": "CreateDecisionSupportBodyVitals",
    "labs": "List[CreateDecisionSupportBodyLabs]",
    "question": "str",
    "locale": "str",
    "context": "Dict[str, Any]",
    "client_reference_id": "str",
    "metadata": "Dict[str, str]",
}, total=False)


class CreateDecisionSupportBody(_CreateDecisionSupportBodyRequired, _CreateDecisionSupportBodyOptional):
    """An object of the API."""


_CreateDecisionSupportBodyPatientRequired = TypedDict("_CreateDecisionSupportBodyPatientRequired", {
})
_CreateDecisionSupportBodyPatientOptional = TypedDict("_CreateDecisionSupportBodyPatientOptional", {
    "age_years": "float",
    "sex": "Literal[\"female\", \"male\"]",
    "pregnant": "bool",
}, total=False)


class CreateDecisionSupportBodyPatient(_CreateDecisionSupportBodyPatientRequired, _CreateDecisionSupportBodyPatientOptional):
    """An object of the API."""


_CreateDecisionSupportBodyVitalsRequired = TypedDict("_CreateDecisionSupportBodyVitalsRequired", {
})
_CreateDecisionSupportBodyVitalsOptional = TypedDict("_CreateDecisionSupportBodyVitalsOptional", {
    "respiratory_rate": "int",
    "spo2_percent": "int",
    "spo2_scale": "Literal[1, 2]",
    "on_oxygen": "bool",
    "systolic_mmhg": "int",
    "diastolic_mmhg": "int",
    "pulse_bpm": "int",
    "consciousness": "Literal[\"alert\", \"confusion\", \"voice\", \"pain\", \"unresponsive\"]",
    "gcs": "int",
    "temperature": "CreateDecisionSupportBodyVitalsTemperature",
}, total=False)


class CreateDecisionSupportBodyVitals(_CreateDecisionSupportBodyVitalsRequired, _CreateDecisionSupportBodyVitalsOptional):
    """An object of the API."""


_CreateDecisionSupportBodyVitalsTemperatureRequired = TypedDict("_CreateDecisionSupportBodyVitalsTemperatureRequired", {
    "value": "float",
    "unit": "Literal[\"C\", \"F\"]",
})
_CreateDecisionSupportBodyVitalsTemperatureOptional = TypedDict("_CreateDecisionSupportBodyVitalsTemperatureOptional", {
}, total=False)


class CreateDecisionSupportBodyVitalsTemperature(_CreateDecisionSupportBodyVitalsTemperatureRequired, _CreateDecisionSupportBodyVitalsTemperatureOptional):
    """An object of the API."""


_CreateDecisionSupportBodyLabsRequired = TypedDict("_CreateDecisionSupportBodyLabsRequired", {
    "name": "str",
    "value": "float",
    "unit": "str",
})
_CreateDecisionSupportBodyLabsOptional = TypedDict("_CreateDecisionSupportBodyLabsOptional", {
    "analyte": "Literal[\"glucose\", \"creatinine\", \"urea\", \"urea_nitrogen\", \"bilirubin\", \"calcium\", \"cholesterol\", \"triglycerides\", \"urate\", \"lactate\", \"hemoglobin\", \"albumin\", \"sodium\", \"potassium\", \"weight\", \"height\", \"pressure\", \"temperature\"]",
    "range": "CreateDecisionSupportBodyLabsRange",
}, total=False)


class CreateDecisionSupportBodyLabs(_CreateDecisionSupportBodyLabsRequired, _CreateDecisionSupportBodyLabsOptional):
    """An object of the API."""


_CreateDecisionSupportBodyLabsRangeRequired = TypedDict("_CreateDecisionSupportBodyLabsRangeRequired", {
})
_CreateDecisionSupportBodyLabsRangeOptional = TypedDict("_CreateDecisionSupportBodyLabsRangeOptional", {
    "low": "float",
    "high": "float",
    "unit": "str",
}, total=False)


class CreateDecisionSupportBodyLabsRange(_CreateDecisionSupportBodyLabsRangeRequired, _CreateDecisionSupportBodyLabsRangeOptional):
    """An object of the API."""


_CreateMedicationCheckBodyRequired = TypedDict("_CreateMedicationCheckBodyRequired", {
    "medications": "List[CreateMedicationCheckBodyMedications]",
})
_CreateMedicationCheckBodyOptional = TypedDict("_CreateMedicationCheckBodyOptional", {
    "allergies": "List[CreateMedicationCheckBodyAllergies]",
    "groups": "List[CreateMedicationCheckBodyGroups]",
    "interactions": "List[CreateMedicationCheckBodyInteractions]",
    "locale": "str",
    "context": "Dict[str, Any]",
    "client_reference_id": "str",
    "metadata": "Dict[str, str]",
}, total=False)


class CreateMedicationCheckBody(_CreateMedicationCheckBodyRequired, _CreateMedicationCheckBodyOptional):
    """An object of the API."""


_CreateMedicationCheckBodyMedicationsRequired = TypedDict("_CreateMedicationCheckBodyMedicationsRequired", {
    "name": "str",
})
_CreateMedicationCheckBodyMedicationsOptional = TypedDict("_CreateMedicationCheckBodyMedicationsOptional", {
    "ingredients": "List[str]",
    "atc": "str",
    "dose": "str",
}, total=False)


class CreateMedicationCheckBodyMedications(_CreateMedicationCheckBodyMedicationsRequired, _CreateMedicationCheckBodyMedicationsOptional):
    """An object of the API."""


_CreateMedicationCheckBodyAllergiesRequired = TypedDict("_CreateMedicationCheckBodyAllergiesRequired", {
    "substance": "str",
})
_CreateMedicationCheckBodyAllergiesOptional = TypedDict("_CreateMedicationCheckBodyAllergiesOptional", {
    "reaction": "str",
}, total=False)


class CreateMedicationCheckBodyAllergies(_CreateMedicationCheckBodyAllergiesRequired, _CreateMedicationCheckBodyAllergiesOptional):
    """An object of the API."""


_CreateMedicationCheckBodyGroupsRequired = TypedDict("_CreateMedicationCheckBodyGroupsRequired", {
    "name": "str",
    "members": "List[str]",
})
_CreateMedicationCheckBodyGroupsOptional = TypedDict("_CreateMedicationCheckBodyGroupsOptional", {
}, total=False)


class CreateMedicationCheckBodyGroups(_CreateMedicationCheckBodyGroupsRequired, _CreateMedicationCheckBodyGroupsOptional):
    """An object of the API."""


_CreateMedicationCheckBodyInteractionsRequired = TypedDict("_CreateMedicationCheckBodyInteractionsRequired", {
    "a": "str",
    "b": "str",
})
_CreateMedicationCheckBodyInteractionsOptional = TypedDict("_CreateMedicationCheckBodyInteractionsOptional", {
    "note": "str",
}, total=False)


class CreateMedicationCheckBodyInteractions(_CreateMedicationCheckBodyInteractionsRequired, _CreateMedicationCheckBodyInteractionsOptional):
    """An object of the API."""


_CreateNoteBodyRequired = TypedDict("_CreateNoteBodyRequired", {
    "text": "str",
})
_CreateNoteBodyOptional = TypedDict("_CreateNoteBodyOptional", {
    "locale": "str",
    "context": "Dict[str, Any]",
    "client_reference_id": "str",
    "metadata": "Dict[str, str]",
}, total=False)


class CreateNoteBody(_CreateNoteBodyRequired, _CreateNoteBodyOptional):
    """An object of the API."""


_CreateAdherenceBodyRequired = TypedDict("_CreateAdherenceBodyRequired", {
    "period": "CreateAdherenceBodyPeriod",
    "medications": "List[CreateAdherenceBodyMedications]",
})
_CreateAdherenceBodyOptional = TypedDict("_CreateAdherenceBodyOptional", {
    "locale": "str",
    "context": "Dict[str, Any]",
    "client_reference_id": "str",
    "metadata": "Dict[str, str]",
}, total=False)


class CreateAdherenceBody(_CreateAdherenceBodyRequired, _CreateAdherenceBodyOptional):
    """An object of the API."""


_CreateAdherenceBodyPeriodRequired = TypedDict("_CreateAdherenceBodyPeriodRequired", {
    "from": "str",
    "to": "str",
})
_CreateAdherenceBodyPeriodOptional = TypedDict("_CreateAdherenceBodyPeriodOptional", {
}, total=False)


class CreateAdherenceBodyPeriod(_CreateAdherenceBodyPeriodRequired, _CreateAdherenceBodyPeriodOptional):
    """An object of the API."""


_CreateAdherenceBodyMedicationsRequired = TypedDict("_CreateAdherenceBodyMedicationsRequired", {
    "name": "str",
    "fills": "List[CreateAdherenceBodyMedicationsFills]",
})
_CreateAdherenceBodyMedicationsOptional = TypedDict("_CreateAdherenceBodyMedicationsOptional", {
}, total=False)


class CreateAdherenceBodyMedications(_CreateAdherenceBodyMedicationsRequired, _CreateAdherenceBodyMedicationsOptional):
    """An object of the API."""


_CreateAdherenceBodyMedicationsFillsRequired = TypedDict("_CreateAdherenceBodyMedicationsFillsRequired", {
    "date": "str",
    "days_supply": "int",
})
_CreateAdherenceBodyMedicationsFillsOptional = TypedDict("_CreateAdherenceBodyMedicationsFillsOptional", {
}, total=False)


class CreateAdherenceBodyMedicationsFills(_CreateAdherenceBodyMedicationsFillsRequired, _CreateAdherenceBodyMedicationsFillsOptional):
    """An object of the API."""


_CreateRiskBodyRequired = TypedDict("_CreateRiskBodyRequired", {
    "patients": "List[CreateRiskBodyPatients]",
})
_CreateRiskBodyOptional = TypedDict("_CreateRiskBodyOptional", {
    "locale": "str",
    "context": "Dict[str, Any]",
    "client_reference_id": "str",
    "metadata": "Dict[str, str]",
}, total=False)


class CreateRiskBody(_CreateRiskBodyRequired, _CreateRiskBodyOptional):
    """An object of the API."""


_CreateRiskBodyPatientsRequired = TypedDict("_CreateRiskBodyPatientsRequired", {
    "id": "str",
    "vitals": "CreateRiskBodyPatientsVitals",
})
_CreateRiskBodyPatientsOptional = TypedDict("_CreateRiskBodyPatientsOptional", {
    "patient": "CreateRiskBodyPatientsPatient",
}, total=False)


class CreateRiskBodyPatients(_CreateRiskBodyPatientsRequired, _CreateRiskBodyPatientsOptional):
    """An object of the API."""


_CreateRiskBodyPatientsVitalsRequired = TypedDict("_CreateRiskBodyPatientsVitalsRequired", {
})
_CreateRiskBodyPatientsVitalsOptional = TypedDict("_CreateRiskBodyPatientsVitalsOptional", {
    "respiratory_rate": "int",
    "spo2_percent": "int",
    "spo2_scale": "Literal[1, 2]",
    "on_oxygen": "bool",
    "systolic_mmhg": "int",
    "diastolic_mmhg": "int",
    "pulse_bpm": "int",
    "consciousness": "Literal[\"alert\", \"confusion\", \"voice\", \"pain\", \"unresponsive\"]",
    "gcs": "int",
    "temperature": "CreateRiskBodyPatientsVitalsTemperature",
}, total=False)


class CreateRiskBodyPatientsVitals(_CreateRiskBodyPatientsVitalsRequired, _CreateRiskBodyPatientsVitalsOptional):
    """An object of the API."""


_CreateRiskBodyPatientsVitalsTemperatureRequired = TypedDict("_CreateRiskBodyPatientsVitalsTemperatureRequired", {
    "value": "float",
    "unit": "Literal[\"C\", \"F\"]",
})
_CreateRiskBodyPatientsVitalsTemperatureOptional = TypedDict("_CreateRiskBodyPatientsVitalsTemperatureOptional", {
}, total=False)


class CreateRiskBodyPatientsVitalsTemperature(_CreateRiskBodyPatientsVitalsTemperatureRequired, _CreateRiskBodyPatientsVitalsTemperatureOptional):
    """An object of the API."""


_CreateRiskBodyPatientsPatientRequired = TypedDict("_CreateRiskBodyPatientsPatientRequired", {
})
_CreateRiskBodyPatientsPatientOptional = TypedDict("_CreateRiskBodyPatientsPatientOptional", {
    "age_years": "float",
    "sex": "Literal[\"female\", \"male\"]",
    "pregnant": "bool",
}, total=False)


class CreateRiskBodyPatientsPatient(_CreateRiskBodyPatientsPatientRequired, _CreateRiskBodyPatientsPatientOptional):
    """An object of the API."""


_CreateScanBodyRequired = TypedDict("_CreateScanBodyRequired", {
    "input": "CreateScanBodyInput",
})
_CreateScanBodyOptional = TypedDict("_CreateScanBodyOptional", {
    "question": "str",
    "locale": "str",
    "context": "Dict[str, Any]",
    "client_reference_id": "str",
    "metadata": "Dict[str, str]",
}, total=False)


class CreateScanBody(_CreateScanBodyRequired, _CreateScanBodyOptional):
    """An object of the API."""


_CreateScanBodyInputRequired = TypedDict("_CreateScanBodyInputRequired", {
    "data": "str",
    "modality": "str",
})
_CreateScanBodyInputOptional = TypedDict("_CreateScanBodyInputOptional", {
}, total=False)


class CreateScanBodyInput(_CreateScanBodyInputRequired, _CreateScanBodyInputOptional):
    """An object of the API."""


_CreateResearchBodyRequired = TypedDict("_CreateResearchBodyRequired", {
    "question": "str",
    "sources": "List[CreateResearchBodySources]",
})
_CreateResearchBodyOptional = TypedDict("_CreateResearchBodyOptional", {
    "locale": "str",
    "context": "Dict[str, Any]",
    "client_reference_id": "str",
    "metadata": "Dict[str, str]",
}, total=False)


class CreateResearchBody(_CreateResearchBodyRequired, _CreateResearchBodyOptional):
    """An object of the API."""


_CreateResearchBodySourcesRequired = TypedDict("_CreateResearchBodySourcesRequired", {
    "id": "str",
    "text": "str",
})
_CreateResearchBodySourcesOptional = TypedDict("_CreateResearchBodySourcesOptional", {
    "title": "str",
}, total=False)


class CreateResearchBodySources(_CreateResearchBodySourcesRequired, _CreateResearchBodySourcesOptional):
    """An object of the API."""


_CreateWellnessBodyRequired = TypedDict("_CreateWellnessBodyRequired", {
})
_CreateWellnessBodyOptional = TypedDict("_CreateWellnessBodyOptional", {
    "phq9": "List[int]",
    "gad7": "List[int]",
    "who5": "List[int]",
    "text": "str",
    "locale": "str",
    "context": "Dict[str, Any]",
    "client_reference_id": "str",
    "metadata": "Dict[str, str]",
}, total=False)


class CreateWellnessBody(_CreateWellnessBodyRequired, _CreateWellnessBodyOptional):
    """An object of the API."""


_AnalyzeHealthBodyRequired = TypedDict("_AnalyzeHealthBodyRequired", {
    "input": "AnalyzeHealthBodyInput",
})
_AnalyzeHealthBodyOptional = TypedDict("_AnalyzeHealthBodyOptional", {
    "response_format": "AnalyzeHealthBodyResponseFormat",
    "context": "Dict[str, Any]",
    "client_reference_id": "str",
    "metadata": "Dict[str, str]",
}, total=False)


class AnalyzeHealthBody(_AnalyzeHealthBodyRequired, _AnalyzeHealthBodyOptional):
    """An object of the API."""


_AnalyzeHealthBodyInputRequired = TypedDict("_AnalyzeHealthBodyInputRequired", {
    "type": "Literal[\"image\", \"eeg\"]",
    "data": "str",
})
_AnalyzeHealthBodyInputOptional = TypedDict("_AnalyzeHealthBodyInputOptional", {
    "modality": "str",
}, total=False)


class AnalyzeHealthBodyInput(_AnalyzeHealthBodyInputRequired, _AnalyzeHealthBodyInputOptional):
    """An object of the API."""


_AnalyzeHealthBodyResponseFormatRequired = TypedDict("_AnalyzeHealthBodyResponseFormatRequired", {
})
_AnalyzeHealthBodyResponseFormatOptional = TypedDict("_AnalyzeHealthBodyResponseFormatOptional", {
    "locale": "str",
    "detail": "Literal[\"brief\", \"full\"]",
}, total=False)


class AnalyzeHealthBodyResponseFormat(_AnalyzeHealthBodyResponseFormatRequired, _AnalyzeHealthBodyResponseFormatOptional):
    """An object of the API."""


_ListJobsDataRequired = TypedDict("_ListJobsDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[Job]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListJobsDataOptional = TypedDict("_ListJobsDataOptional", {
    "boxes": "List[ListJobsDataBoxes]",
}, total=False)


class ListJobsData(_ListJobsDataRequired, _ListJobsDataOptional):
    """An object of the API."""


_ListJobsDataBoxesRequired = TypedDict("_ListJobsDataBoxesRequired", {
    "box_id": "str",
    "name": "str",
    "state": "Literal[\"answered\", \"silent\"]",
    "problem": "Union[str, None]",
})
_ListJobsDataBoxesOptional = TypedDict("_ListJobsDataBoxesOptional", {
}, total=False)


class ListJobsDataBoxes(_ListJobsDataBoxesRequired, _ListJobsDataBoxesOptional):
    """An object of the API."""


_ListKeysDataRequired = TypedDict("_ListKeysDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[Key]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListKeysDataOptional = TypedDict("_ListKeysDataOptional", {
}, total=False)


class ListKeysData(_ListKeysDataRequired, _ListKeysDataOptional):
    """An object of the API."""


_CreateKeyBodyRequired = TypedDict("_CreateKeyBodyRequired", {
    "name": "str",
})
_CreateKeyBodyOptional = TypedDict("_CreateKeyBodyOptional", {
    "preset": "Literal[\"viewer\", \"recorder\", \"integrator\", \"operator\", \"technician\", \"admin\"]",
    "scopes": "List[Literal[\"jobs:read\", \"jobs:write\", \"media:read\", \"media:write\", \"avatars:read\", \"avatars:write\", \"brands:read\", \"brands:write\", \"surveillance:read\", \"surveillance:write\", \"events:read\", \"robots:read\", \"robots:write\", \"robots:command\", \"robots:confirm\", \"health:read\", \"health:write\", \"clinical:read\", \"clinical:write\", \"neural:read\", \"neural:write\", \"voice:read\", \"voice:write\", \"runs:read\", \"runs:write\", \"webhooks:read\", \"webhooks:write\", \"system:read\", \"system:admin\", \"keys:admin\"]]",
    "expires_in_seconds": "Union[int, None]",
    "networks": "List[str]",
}, total=False)


class CreateKeyBody(_CreateKeyBodyRequired, _CreateKeyBodyOptional):
    """An object of the API."""


_RollKeyBodyRequired = TypedDict("_RollKeyBodyRequired", {
})
_RollKeyBodyOptional = TypedDict("_RollKeyBodyOptional", {
    "grace_seconds": "int",
    "expires_in_seconds": "Union[int, None]",
}, total=False)


class RollKeyBody(_RollKeyBodyRequired, _RollKeyBodyOptional):
    """An object of the API."""


_ListAuditDataRequired = TypedDict("_ListAuditDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[AuditEntry]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListAuditDataOptional = TypedDict("_ListAuditDataOptional", {
}, total=False)


class ListAuditData(_ListAuditDataRequired, _ListAuditDataOptional):
    """An object of the API."""


_DecodeNeuralBodyRequired = TypedDict("_DecodeNeuralBodyRequired", {
    "signal_type": "Literal[\"eeg\", \"emg\", \"ecog\", \"ecg\"]",
    "data": "Union[str, List[List[float]]]",
})
_DecodeNeuralBodyOptional = TypedDict("_DecodeNeuralBodyOptional", {
    "channel_count": "int",
    "sample_rate_hz": "float",
    "channel_labels": "List[str]",
    "context": "Dict[str, Any]",
    "client_reference_id": "str",
    "metadata": "Dict[str, str]",
}, total=False)


class DecodeNeuralBody(_DecodeNeuralBodyRequired, _DecodeNeuralBodyOptional):
    """An object of the API."""


_ListInvitationsDataRequired = TypedDict("_ListInvitationsDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[Invitation]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListInvitationsDataOptional = TypedDict("_ListInvitationsDataOptional", {
}, total=False)


class ListInvitationsData(_ListInvitationsDataRequired, _ListInvitationsDataOptional):
    """An object of the API."""


_CreateInvitationBodyRequired = TypedDict("_CreateInvitationBodyRequired", {
})
_CreateInvitationBodyOptional = TypedDict("_CreateInvitationBodyOptional", {
    "role": "Literal[\"viewer\", \"operator\", \"technician\", \"admin\"]",
    "cameras": "Union[List[str], None]",
    "name": "str",
    "person_id": "str",
    "expires_in_seconds": "int",
}, total=False)


class CreateInvitationBody(_CreateInvitationBodyRequired, _CreateInvitationBodyOptional):
    """An object of the API."""


_CreatePasskeyBodyRequired = TypedDict("_CreatePasskeyBodyRequired", {
    "name": "str",
    "response": "Dict[str, Any]",
})
_CreatePasskeyBodyOptional = TypedDict("_CreatePasskeyBodyOptional", {
}, total=False)


class CreatePasskeyBody(_CreatePasskeyBodyRequired, _CreatePasskeyBodyOptional):
    """An object of the API."""


_ListPeopleDataRequired = TypedDict("_ListPeopleDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[Person]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListPeopleDataOptional = TypedDict("_ListPeopleDataOptional", {
}, total=False)


class ListPeopleData(_ListPeopleDataRequired, _ListPeopleDataOptional):
    """An object of the API."""


_CreatePersonBodyRequired = TypedDict("_CreatePersonBodyRequired", {
    "name": "str",
    "password": "str",
    "role": "Literal[\"viewer\", \"operator\", \"technician\", \"admin\"]",
})
_CreatePersonBodyOptional = TypedDict("_CreatePersonBodyOptional", {
    "cameras": "Union[List[str], None]",
}, total=False)


class CreatePersonBody(_CreatePersonBodyRequired, _CreatePersonBodyOptional):
    """An object of the API."""


_SetPasswordBodyRequired = TypedDict("_SetPasswordBodyRequired", {
    "password": "str",
})
_SetPasswordBodyOptional = TypedDict("_SetPasswordBodyOptional", {
    "current_password": "str",
}, total=False)


class SetPasswordBody(_SetPasswordBodyRequired, _SetPasswordBodyOptional):
    """An object of the API."""


_UpdatePersonBodyRequired = TypedDict("_UpdatePersonBodyRequired", {
})
_UpdatePersonBodyOptional = TypedDict("_UpdatePersonBodyOptional", {
    "name": "str",
    "role": "Literal[\"viewer\", \"operator\", \"technician\", \"admin\"]",
    "cameras": "Union[List[str], None]",
}, total=False)


class UpdatePersonBody(_UpdatePersonBodyRequired, _UpdatePersonBodyOptional):
    """An object of the API."""


_ListSubscriptionsDataRequired = TypedDict("_ListSubscriptionsDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[PushSubscription]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListSubscriptionsDataOptional = TypedDict("_ListSubscriptionsDataOptional", {
}, total=False)


class ListSubscriptionsData(_ListSubscriptionsDataRequired, _ListSubscriptionsDataOptional):
    """An object of the API."""


_DeleteSubscriptionDataRequired = TypedDict("_DeleteSubscriptionDataRequired", {
    "id": "str",
    "object": "Literal[\"push.subscription\"]",
    "deleted": "bool",
})
_DeleteSubscriptionDataOptional = TypedDict("_DeleteSubscriptionDataOptional", {
}, total=False)


class DeleteSubscriptionData(_DeleteSubscriptionDataRequired, _DeleteSubscriptionDataOptional):
    """An object of the API."""


_ListTasksDataRequired = TypedDict("_ListTasksDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[RobotTask]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListTasksDataOptional = TypedDict("_ListTasksDataOptional", {
}, total=False)


class ListTasksData(_ListTasksDataRequired, _ListTasksDataOptional):
    """An object of the API."""


_ListMapsDataRequired = TypedDict("_ListMapsDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[RobotMap]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListMapsDataOptional = TypedDict("_ListMapsDataOptional", {
}, total=False)


class ListMapsData(_ListMapsDataRequired, _ListMapsDataOptional):
    """An object of the API."""


_DeleteMapDataRequired = TypedDict("_DeleteMapDataRequired", {
    "id": "str",
    "object": "str",
    "deleted": "bool",
})
_DeleteMapDataOptional = TypedDict("_DeleteMapDataOptional", {
}, total=False)


class DeleteMapData(_DeleteMapDataRequired, _DeleteMapDataOptional):
    """An object of the API."""


_ListFramesDataRequired = TypedDict("_ListFramesDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[RobotFrame]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListFramesDataOptional = TypedDict("_ListFramesDataOptional", {
}, total=False)


class ListFramesData(_ListFramesDataRequired, _ListFramesDataOptional):
    """An object of the API."""


_DeleteFrameDataRequired = TypedDict("_DeleteFrameDataRequired", {
    "id": "str",
    "object": "str",
    "deleted": "bool",
})
_DeleteFrameDataOptional = TypedDict("_DeleteFrameDataOptional", {
}, total=False)


class DeleteFrameData(_DeleteFrameDataRequired, _DeleteFrameDataOptional):
    """An object of the API."""


_ListPlacesDataRequired = TypedDict("_ListPlacesDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[RobotPlace]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListPlacesDataOptional = TypedDict("_ListPlacesDataOptional", {
}, total=False)


class ListPlacesData(_ListPlacesDataRequired, _ListPlacesDataOptional):
    """An object of the API."""


_CreatePlaceDataRequired = TypedDict("_CreatePlaceDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[RobotPlace]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_CreatePlaceDataOptional = TypedDict("_CreatePlaceDataOptional", {
}, total=False)


class CreatePlaceData(_CreatePlaceDataRequired, _CreatePlaceDataOptional):
    """An object of the API."""


_CreatePlaceBodyRequired = TypedDict("_CreatePlaceBodyRequired", {
    "places": "List[RobotPlaceRequest]",
})
_CreatePlaceBodyOptional = TypedDict("_CreatePlaceBodyOptional", {
}, total=False)


class CreatePlaceBody(_CreatePlaceBodyRequired, _CreatePlaceBodyOptional):
    """An object of the API."""


_DeletePlaceDataRequired = TypedDict("_DeletePlaceDataRequired", {
    "id": "str",
    "object": "str",
    "deleted": "bool",
})
_DeletePlaceDataOptional = TypedDict("_DeletePlaceDataOptional", {
}, total=False)


class DeletePlaceData(_DeletePlaceDataRequired, _DeletePlaceDataOptional):
    """An object of the API."""


_ListCorridorsDataRequired = TypedDict("_ListCorridorsDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[RobotCorridor]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListCorridorsDataOptional = TypedDict("_ListCorridorsDataOptional", {
}, total=False)


class ListCorridorsData(_ListCorridorsDataRequired, _ListCorridorsDataOptional):
    """An object of the API."""


_CreateCorridorDataRequired = TypedDict("_CreateCorridorDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[RobotCorridor]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_CreateCorridorDataOptional = TypedDict("_CreateCorridorDataOptional", {
}, total=False)


class CreateCorridorData(_CreateCorridorDataRequired, _CreateCorridorDataOptional):
    """An object of the API."""


_CreateCorridorBodyRequired = TypedDict("_CreateCorridorBodyRequired", {
    "corridors": "List[RobotCorridorRequest]",
})
_CreateCorridorBodyOptional = TypedDict("_CreateCorridorBodyOptional", {
}, total=False)


class CreateCorridorBody(_CreateCorridorBodyRequired, _CreateCorridorBodyOptional):
    """An object of the API."""


_DeleteCorridorDataRequired = TypedDict("_DeleteCorridorDataRequired", {
    "id": "str",
    "object": "str",
    "deleted": "bool",
})
_DeleteCorridorDataOptional = TypedDict("_DeleteCorridorDataOptional", {
}, total=False)


class DeleteCorridorData(_DeleteCorridorDataRequired, _DeleteCorridorDataOptional):
    """An object of the API."""


_CreateLayoutDataRequired = TypedDict("_CreateLayoutDataRequired", {
    "object": "Literal[\"robot.layout\"]",
    "places": "int",
    "corridors": "int",
    "warnings": "List[str]",
})
_CreateLayoutDataOptional = TypedDict("_CreateLayoutDataOptional", {
}, total=False)


class CreateLayoutData(_CreateLayoutDataRequired, _CreateLayoutDataOptional):
    """An object of the API."""


_GetLayoutDataRequired = TypedDict("_GetLayoutDataRequired", {
    "object": "Literal[\"robot.layout\"]",
    "format": "str",
    "document": "Dict[str, Any]",
})
_GetLayoutDataOptional = TypedDict("_GetLayoutDataOptional", {
}, total=False)


class GetLayoutData(_GetLayoutDataRequired, _GetLayoutDataOptional):
    """An object of the API."""


_ListZonesDataRequired = TypedDict("_ListZonesDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[RobotZone]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListZonesDataOptional = TypedDict("_ListZonesDataOptional", {
}, total=False)


class ListZonesData(_ListZonesDataRequired, _ListZonesDataOptional):
    """An object of the API."""


_CreateZoneDataRequired = TypedDict("_CreateZoneDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[RobotZone]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_CreateZoneDataOptional = TypedDict("_CreateZoneDataOptional", {
}, total=False)


class CreateZoneData(_CreateZoneDataRequired, _CreateZoneDataOptional):
    """An object of the API."""


_CreateZoneBodyRequired = TypedDict("_CreateZoneBodyRequired", {
    "zones": "List[RobotZoneRequest]",
})
_CreateZoneBodyOptional = TypedDict("_CreateZoneBodyOptional", {
}, total=False)


class CreateZoneBody(_CreateZoneBodyRequired, _CreateZoneBodyOptional):
    """An object of the API."""


_ListBehaviorsDataRequired = TypedDict("_ListBehaviorsDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[RobotBehavior]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListBehaviorsDataOptional = TypedDict("_ListBehaviorsDataOptional", {
}, total=False)


class ListBehaviorsData(_ListBehaviorsDataRequired, _ListBehaviorsDataOptional):
    """An object of the API."""


_CreateBehaviorDataRequired = TypedDict("_CreateBehaviorDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[RobotBehavior]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_CreateBehaviorDataOptional = TypedDict("_CreateBehaviorDataOptional", {
}, total=False)


class CreateBehaviorData(_CreateBehaviorDataRequired, _CreateBehaviorDataOptional):
    """An object of the API."""


_CreateBehaviorBodyRequired = TypedDict("_CreateBehaviorBodyRequired", {
    "behaviors": "List[RobotBehaviorRequest]",
})
_CreateBehaviorBodyOptional = TypedDict("_CreateBehaviorBodyOptional", {
}, total=False)


class CreateBehaviorBody(_CreateBehaviorBodyRequired, _CreateBehaviorBodyOptional):
    """An object of the API."""


_ListActionsDataRequired = TypedDict("_ListActionsDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[RobotAction]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListActionsDataOptional = TypedDict("_ListActionsDataOptional", {
}, total=False)


class ListActionsData(_ListActionsDataRequired, _ListActionsDataOptional):
    """An object of the API."""


_CreateActionDataRequired = TypedDict("_CreateActionDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[RobotAction]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_CreateActionDataOptional = TypedDict("_CreateActionDataOptional", {
}, total=False)


class CreateActionData(_CreateActionDataRequired, _CreateActionDataOptional):
    """An object of the API."""


_CreateActionBodyRequired = TypedDict("_CreateActionBodyRequired", {
    "actions": "List[RobotActionRequest]",
})
_CreateActionBodyOptional = TypedDict("_CreateActionBodyOptional", {
}, total=False)


class CreateActionBody(_CreateActionBodyRequired, _CreateActionBodyOptional):
    """An object of the API."""


_DeleteZoneDataRequired = TypedDict("_DeleteZoneDataRequired", {
    "id": "str",
    "object": "str",
    "deleted": "bool",
})
_DeleteZoneDataOptional = TypedDict("_DeleteZoneDataOptional", {
}, total=False)


class DeleteZoneData(_DeleteZoneDataRequired, _DeleteZoneDataOptional):
    """An object of the API."""


_DeleteBehaviorDataRequired = TypedDict("_DeleteBehaviorDataRequired", {
    "id": "str",
    "object": "str",
    "deleted": "bool",
})
_DeleteBehaviorDataOptional = TypedDict("_DeleteBehaviorDataOptional", {
}, total=False)


class DeleteBehaviorData(_DeleteBehaviorDataRequired, _DeleteBehaviorDataOptional):
    """An object of the API."""


_DeleteActionDataRequired = TypedDict("_DeleteActionDataRequired", {
    "id": "str",
    "object": "str",
    "deleted": "bool",
})
_DeleteActionDataOptional = TypedDict("_DeleteActionDataOptional", {
}, total=False)


class DeleteActionData(_DeleteActionDataRequired, _DeleteActionDataOptional):
    """An object of the API."""


_ListRecordingsDataRequired = TypedDict("_ListRecordingsDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[RobotRecording]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListRecordingsDataOptional = TypedDict("_ListRecordingsDataOptional", {
}, total=False)


class ListRecordingsData(_ListRecordingsDataRequired, _ListRecordingsDataOptional):
    """An object of the API."""


_DeleteRecordingDataRequired = TypedDict("_DeleteRecordingDataRequired", {
    "id": "str",
    "object": "str",
    "deleted": "bool",
})
_DeleteRecordingDataOptional = TypedDict("_DeleteRecordingDataOptional", {
}, total=False)


class DeleteRecordingData(_DeleteRecordingDataRequired, _DeleteRecordingDataOptional):
    """An object of the API."""


_ListDoorsDataRequired = TypedDict("_ListDoorsDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[RobotDoor]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListDoorsDataOptional = TypedDict("_ListDoorsDataOptional", {
}, total=False)


class ListDoorsData(_ListDoorsDataRequired, _ListDoorsDataOptional):
    """An object of the API."""


_ListRobotsDataRequired = TypedDict("_ListRobotsDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[Robot]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListRobotsDataOptional = TypedDict("_ListRobotsDataOptional", {
    "boxes": "List[ListRobotsDataBoxes]",
}, total=False)


class ListRobotsData(_ListRobotsDataRequired, _ListRobotsDataOptional):
    """An object of the API."""


_ListRobotsDataBoxesRequired = TypedDict("_ListRobotsDataBoxesRequired", {
    "box_id": "str",
    "name": "str",
    "state": "Literal[\"answered\", \"silent\"]",
    "problem": "Union[str, None]",
})
_ListRobotsDataBoxesOptional = TypedDict("_ListRobotsDataBoxesOptional", {
}, total=False)


class ListRobotsDataBoxes(_ListRobotsDataBoxesRequired, _ListRobotsDataBoxesOptional):
    """An object of the API."""


_ListRecordDataRequired = TypedDict("_ListRecordDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[RobotAuditEntry]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListRecordDataOptional = TypedDict("_ListRecordDataOptional", {
}, total=False)


class ListRecordData(_ListRecordDataRequired, _ListRecordDataOptional):
    """An object of the API."""


_DeleteRobotDataRequired = TypedDict("_DeleteRobotDataRequired", {
    "robot_id": "str",
    "object": "Literal[\"robot\"]",
    "deleted": "bool",
})
_DeleteRobotDataOptional = TypedDict("_DeleteRobotDataOptional", {
}, total=False)


class DeleteRobotData(_DeleteRobotDataRequired, _DeleteRobotDataOptional):
    """An object of the API."""


_DeleteRobotLeaseDataRequired = TypedDict("_DeleteRobotLeaseDataRequired", {
    "object": "Literal[\"robot.lease\"]",
    "robot_id": "str",
    "released": "bool",
})
_DeleteRobotLeaseDataOptional = TypedDict("_DeleteRobotLeaseDataOptional", {
}, total=False)


class DeleteRobotLeaseData(_DeleteRobotLeaseDataRequired, _DeleteRobotLeaseDataOptional):
    """An object of the API."""


_ListRobotCommandsDataRequired = TypedDict("_ListRobotCommandsDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[RobotCommand]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListRobotCommandsDataOptional = TypedDict("_ListRobotCommandsDataOptional", {
}, total=False)


class ListRobotCommandsData(_ListRobotCommandsDataRequired, _ListRobotCommandsDataOptional):
    """An object of the API."""


_ListMissionsDataRequired = TypedDict("_ListMissionsDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[RobotMission]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListMissionsDataOptional = TypedDict("_ListMissionsDataOptional", {
}, total=False)


class ListMissionsData(_ListMissionsDataRequired, _ListMissionsDataOptional):
    """An object of the API."""


_DeleteMissionDataRequired = TypedDict("_DeleteMissionDataRequired", {
    "id": "str",
    "object": "str",
    "deleted": "bool",
})
_DeleteMissionDataOptional = TypedDict("_DeleteMissionDataOptional", {
}, total=False)


class DeleteMissionData(_DeleteMissionDataRequired, _DeleteMissionDataOptional):
    """An object of the API."""


_ListRulesDataRequired = TypedDict("_ListRulesDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[Rule]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListRulesDataOptional = TypedDict("_ListRulesDataOptional", {
}, total=False)


class ListRulesData(_ListRulesDataRequired, _ListRulesDataOptional):
    """An object of the API."""


_ListChainsDataRequired = TypedDict("_ListChainsDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[RuleChain]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListChainsDataOptional = TypedDict("_ListChainsDataOptional", {
}, total=False)


class ListChainsData(_ListChainsDataRequired, _ListChainsDataOptional):
    """An object of the API."""


_DeleteRuleDataRequired = TypedDict("_DeleteRuleDataRequired", {
    "id": "str",
    "object": "Literal[\"rule\"]",
    "deleted": "bool",
})
_DeleteRuleDataOptional = TypedDict("_DeleteRuleDataOptional", {
}, total=False)


class DeleteRuleData(_DeleteRuleDataRequired, _DeleteRuleDataOptional):
    """An object of the API."""


_ListRunsDataRequired = TypedDict("_ListRunsDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[Run]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListRunsDataOptional = TypedDict("_ListRunsDataOptional", {
}, total=False)


class ListRunsData(_ListRunsDataRequired, _ListRunsDataOptional):
    """An object of the API."""


_CreateSessionBodyRequired = TypedDict("_CreateSessionBodyRequired", {
})
_CreateSessionBodyOptional = TypedDict("_CreateSessionBodyOptional", {
    "key": "str",
    "name": "str",
    "password": "str",
    "setup_code": "str",
    "key_name": "str",
    "passkey": "Dict[str, Any]",
    "provider": "Dict[str, Any]",
    "invitation": "str",
}, total=False)


class CreateSessionBody(_CreateSessionBodyRequired, _CreateSessionBodyOptional):
    """An object of the API."""


_DeleteSessionDataRequired = TypedDict("_DeleteSessionDataRequired", {
    "signed_in": "bool",
    "provider_url": "Union[str, None]",
})
_DeleteSessionDataOptional = TypedDict("_DeleteSessionDataOptional", {
}, total=False)


class DeleteSessionData(_DeleteSessionDataRequired, _DeleteSessionDataOptional):
    """An object of the API."""


_CreateProviderDataRequired = TypedDict("_CreateProviderDataRequired", {
    "url": "str",
})
_CreateProviderDataOptional = TypedDict("_CreateProviderDataOptional", {
}, total=False)


class CreateProviderData(_CreateProviderDataRequired, _CreateProviderDataOptional):
    """An object of the API."""


_ListPageSessionsDataRequired = TypedDict("_ListPageSessionsDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[PageSession]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListPageSessionsDataOptional = TypedDict("_ListPageSessionsDataOptional", {
}, total=False)


class ListPageSessionsData(_ListPageSessionsDataRequired, _ListPageSessionsDataOptional):
    """An object of the API."""


_DeletePageSessionDataRequired = TypedDict("_DeletePageSessionDataRequired", {
    "signed_in": "bool",
    "provider_url": "Union[str, None]",
})
_DeletePageSessionDataOptional = TypedDict("_DeletePageSessionDataOptional", {
}, total=False)


class DeletePageSessionData(_DeletePageSessionDataRequired, _DeletePageSessionDataOptional):
    """An object of the API."""


_ListStreamsDataRequired = TypedDict("_ListStreamsDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[Stream]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListStreamsDataOptional = TypedDict("_ListStreamsDataOptional", {
    "boxes": "List[ListStreamsDataBoxes]",
}, total=False)


class ListStreamsData(_ListStreamsDataRequired, _ListStreamsDataOptional):
    """An object of the API."""


_ListStreamsDataBoxesRequired = TypedDict("_ListStreamsDataBoxesRequired", {
    "box_id": "str",
    "name": "str",
    "state": "Literal[\"answered\", \"silent\"]",
    "problem": "Union[str, None]",
})
_ListStreamsDataBoxesOptional = TypedDict("_ListStreamsDataBoxesOptional", {
}, total=False)


class ListStreamsDataBoxes(_ListStreamsDataBoxesRequired, _ListStreamsDataBoxesOptional):
    """An object of the API."""


_ListProfilesDataRequired = TypedDict("_ListProfilesDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[Profile]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListProfilesDataOptional = TypedDict("_ListProfilesDataOptional", {
}, total=False)


class ListProfilesData(_ListProfilesDataRequired, _ListProfilesDataOptional):
    """An object of the API."""


_ListIncidentsDataRequired = TypedDict("_ListIncidentsDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[Incident]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListIncidentsDataOptional = TypedDict("_ListIncidentsDataOptional", {
    "boxes": "List[ListIncidentsDataBoxes]",
}, total=False)


class ListIncidentsData(_ListIncidentsDataRequired, _ListIncidentsDataOptional):
    """An object of the API."""


_ListIncidentsDataBoxesRequired = TypedDict("_ListIncidentsDataBoxesRequired", {
    "box_id": "str",
    "name": "str",
    "state": "Literal[\"answered\", \"silent\"]",
    "problem": "Union[str, None]",
})
_ListIncidentsDataBoxesOptional = TypedDict("_ListIncidentsDataBoxesOptional", {
}, total=False)


class ListIncidentsDataBoxes(_ListIncidentsDataBoxesRequired, _ListIncidentsDataBoxesOptional):
    """An object of the API."""


_ListIncidentGroupsDataRequired = TypedDict("_ListIncidentGroupsDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[IncidentGroup]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListIncidentGroupsDataOptional = TypedDict("_ListIncidentGroupsDataOptional", {
}, total=False)


class ListIncidentGroupsData(_ListIncidentGroupsDataRequired, _ListIncidentGroupsDataOptional):
    """An object of the API."""


_ListCoverageDataRequired = TypedDict("_ListCoverageDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[Coverage]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListCoverageDataOptional = TypedDict("_ListCoverageDataOptional", {
}, total=False)


class ListCoverageData(_ListCoverageDataRequired, _ListCoverageDataOptional):
    """An object of the API."""


_ListPoliciesDataRequired = TypedDict("_ListPoliciesDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[Policy]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListPoliciesDataOptional = TypedDict("_ListPoliciesDataOptional", {
}, total=False)


class ListPoliciesData(_ListPoliciesDataRequired, _ListPoliciesDataOptional):
    """An object of the API."""


_DeletePolicyDataRequired = TypedDict("_DeletePolicyDataRequired", {
    "id": "str",
    "object": "Literal[\"surveillance.policy\"]",
    "deleted": "bool",
})
_DeletePolicyDataOptional = TypedDict("_DeletePolicyDataOptional", {
}, total=False)


class DeletePolicyData(_DeletePolicyDataRequired, _DeletePolicyDataOptional):
    """An object of the API."""


_CreateDiscoverDataRequired = TypedDict("_CreateDiscoverDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[FoundCamera]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_CreateDiscoverDataOptional = TypedDict("_CreateDiscoverDataOptional", {
}, total=False)


class CreateDiscoverData(_CreateDiscoverDataRequired, _CreateDiscoverDataOptional):
    """An object of the API."""


_CreateModelBodyRequired = TypedDict("_CreateModelBodyRequired", {
    "path": "str",
})
_CreateModelBodyOptional = TypedDict("_CreateModelBodyOptional", {
    "name": "str",
    "head": "Literal[\"yolox\", \"nanodet\", \"picodet\", \"detr\"]",
    "labels": "str",
    "licence": "str",
}, total=False)


class CreateModelBody(_CreateModelBodyRequired, _CreateModelBodyOptional):
    """An object of the API."""


_SetDefaultModelBodyRequired = TypedDict("_SetDefaultModelBodyRequired", {
    "name": "Union[str, None]",
})
_SetDefaultModelBodyOptional = TypedDict("_SetDefaultModelBodyOptional", {
}, total=False)


class SetDefaultModelBody(_SetDefaultModelBodyRequired, _SetDefaultModelBodyOptional):
    """An object of the API."""


_ListStreamMissedObjectsDataRequired = TypedDict("_ListStreamMissedObjectsDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[Miss]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListStreamMissedObjectsDataOptional = TypedDict("_ListStreamMissedObjectsDataOptional", {
}, total=False)


class ListStreamMissedObjectsData(_ListStreamMissedObjectsDataRequired, _ListStreamMissedObjectsDataOptional):
    """An object of the API."""


_ListStreamRecordingsDataRequired = TypedDict("_ListStreamRecordingsDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[Recording]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListStreamRecordingsDataOptional = TypedDict("_ListStreamRecordingsDataOptional", {
}, total=False)


class ListStreamRecordingsData(_ListStreamRecordingsDataRequired, _ListStreamRecordingsDataOptional):
    """An object of the API."""


_ListTimelineDataRequired = TypedDict("_ListTimelineDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[TimelineStream]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListTimelineDataOptional = TypedDict("_ListTimelineDataOptional", {
}, total=False)


class ListTimelineData(_ListTimelineDataRequired, _ListTimelineDataOptional):
    """An object of the API."""


_DeleteWhepDataRequired = TypedDict("_DeleteWhepDataRequired", {
    "id": "str",
    "deleted": "Literal[True]",
})
_DeleteWhepDataOptional = TypedDict("_DeleteWhepDataOptional", {
}, total=False)


class DeleteWhepData(_DeleteWhepDataRequired, _DeleteWhepDataOptional):
    """An object of the API."""


_ListEgressDataRequired = TypedDict("_ListEgressDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[EgressEntry]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListEgressDataOptional = TypedDict("_ListEgressDataOptional", {
}, total=False)


class ListEgressData(_ListEgressDataRequired, _ListEgressDataOptional):
    """An object of the API."""


_GetRecordsDataRequired = TypedDict("_GetRecordsDataRequired", {
    "object": "Literal[\"fleet.records\"]",
    "agreed_at": "Union[float, None]",
    "records": "int",
    "conflicts": "List[GetRecordsDataConflicts]",
    "refused": "List[GetRecordsDataRefused]",
})
_GetRecordsDataOptional = TypedDict("_GetRecordsDataOptional", {
}, total=False)


class GetRecordsData(_GetRecordsDataRequired, _GetRecordsDataOptional):
    """An object of the API."""


_GetRecordsDataConflictsRequired = TypedDict("_GetRecordsDataConflictsRequired", {
    "conflict_id": "str",
    "kind": "Literal[\"organisation\", \"key\", \"person\", \"policy\"]",
    "record_id": "str",
    "box_id": "str",
    "at": "float",
    "name_lost": "Union[str, None]",
    "name_stands": "Union[str, None]",
    "differs": "List[str]",
})
_GetRecordsDataConflictsOptional = TypedDict("_GetRecordsDataConflictsOptional", {
}, total=False)


class GetRecordsDataConflicts(_GetRecordsDataConflictsRequired, _GetRecordsDataConflictsOptional):
    """An object of the API."""


_GetRecordsDataRefusedRequired = TypedDict("_GetRecordsDataRefusedRequired", {
    "kind": "Literal[\"organisation\", \"key\", \"person\", \"policy\"]",
    "record_id": "str",
    "problem": "str",
})
_GetRecordsDataRefusedOptional = TypedDict("_GetRecordsDataRefusedOptional", {
}, total=False)


class GetRecordsDataRefused(_GetRecordsDataRefusedRequired, _GetRecordsDataRefusedOptional):
    """An object of the API."""


_ResolveConflictDataRequired = TypedDict("_ResolveConflictDataRequired", {
    "object": "Literal[\"fleet.records\"]",
    "agreed_at": "Union[float, None]",
    "records": "int",
    "conflicts": "List[ResolveConflictDataConflicts]",
    "refused": "List[ResolveConflictDataRefused]",
})
_ResolveConflictDataOptional = TypedDict("_ResolveConflictDataOptional", {
}, total=False)


class ResolveConflictData(_ResolveConflictDataRequired, _ResolveConflictDataOptional):
    """An object of the API."""


_ResolveConflictDataConflictsRequired = TypedDict("_ResolveConflictDataConflictsRequired", {
    "conflict_id": "str",
    "kind": "Literal[\"organisation\", \"key\", \"person\", \"policy\"]",
    "record_id": "str",
    "box_id": "str",
    "at": "float",
    "name_lost": "Union[str, None]",
    "name_stands": "Union[str, None]",
    "differs": "List[str]",
})
_ResolveConflictDataConflictsOptional = TypedDict("_ResolveConflictDataConflictsOptional", {
}, total=False)


class ResolveConflictDataConflicts(_ResolveConflictDataConflictsRequired, _ResolveConflictDataConflictsOptional):
    """An object of the API."""


_ResolveConflictDataRefusedRequired = TypedDict("_ResolveConflictDataRefusedRequired", {
    "kind": "Literal[\"organisation\", \"key\", \"person\", \"policy\"]",
    "record_id": "str",
    "problem": "str",
})
_ResolveConflictDataRefusedOptional = TypedDict("_ResolveConflictDataRefusedOptional", {
}, total=False)


class ResolveConflictDataRefused(_ResolveConflictDataRefusedRequired, _ResolveConflictDataRefusedOptional):
    """An object of the API."""


_TrustBoxeDataRequired = TypedDict("_TrustBoxeDataRequired", {
    "object": "Literal[\"fleet.records\"]",
    "agreed_at": "Union[float, None]",
    "records": "int",
    "conflicts": "List[TrustBoxeDataConflicts]",
    "refused": "List[TrustBoxeDataRefused]",
})
_TrustBoxeDataOptional = TypedDict("_TrustBoxeDataOptional", {
}, total=False)


class TrustBoxeData(_TrustBoxeDataRequired, _TrustBoxeDataOptional):
    """An object of the API."""


_TrustBoxeDataConflictsRequired = TypedDict("_TrustBoxeDataConflictsRequired", {
    "conflict_id": "str",
    "kind": "Literal[\"organisation\", \"key\", \"person\", \"policy\"]",
    "record_id": "str",
    "box_id": "str",
    "at": "float",
    "name_lost": "Union[str, None]",
    "name_stands": "Union[str, None]",
    "differs": "List[str]",
})
_TrustBoxeDataConflictsOptional = TypedDict("_TrustBoxeDataConflictsOptional", {
}, total=False)


class TrustBoxeDataConflicts(_TrustBoxeDataConflictsRequired, _TrustBoxeDataConflictsOptional):
    """An object of the API."""


_TrustBoxeDataRefusedRequired = TypedDict("_TrustBoxeDataRefusedRequired", {
    "kind": "Literal[\"organisation\", \"key\", \"person\", \"policy\"]",
    "record_id": "str",
    "problem": "str",
})
_TrustBoxeDataRefusedOptional = TypedDict("_TrustBoxeDataRefusedOptional", {
}, total=False)


class TrustBoxeDataRefused(_TrustBoxeDataRefusedRequired, _TrustBoxeDataRefusedOptional):
    """An object of the API."""


_GetHealthzDataRequired = TypedDict("_GetHealthzDataRequired", {
    "healthy": "bool",
})
_GetHealthzDataOptional = TypedDict("_GetHealthzDataOptional", {
}, total=False)


class GetHealthzData(_GetHealthzDataRequired, _GetHealthzDataOptional):
    """An object of the API."""


_GetReadyzDataRequired = TypedDict("_GetReadyzDataRequired", {
    "ready": "bool",
})
_GetReadyzDataOptional = TypedDict("_GetReadyzDataOptional", {
}, total=False)


class GetReadyzData(_GetReadyzDataRequired, _GetReadyzDataOptional):
    """An object of the API."""


_CreateLeaveDataRequired = TypedDict("_CreateLeaveDataRequired", {
    "active": "bool",
    "since": "Union[float, None]",
    "reason": "Union[str, None]",
})
_CreateLeaveDataOptional = TypedDict("_CreateLeaveDataOptional", {
}, total=False)


class CreateLeaveData(_CreateLeaveDataRequired, _CreateLeaveDataOptional):
    """An object of the API."""


_CreateCheckBodyRequired = TypedDict("_CreateCheckBodyRequired", {
    "yaml": "str",
})
_CreateCheckBodyOptional = TypedDict("_CreateCheckBodyOptional", {
}, total=False)


class CreateCheckBody(_CreateCheckBodyRequired, _CreateCheckBodyOptional):
    """An object of the API."""


_SetFileBodyRequired = TypedDict("_SetFileBodyRequired", {
    "yaml": "str",
    "etag": "str",
})
_SetFileBodyOptional = TypedDict("_SetFileBodyOptional", {
}, total=False)


class SetFileBody(_SetFileBodyRequired, _SetFileBodyOptional):
    """An object of the API."""


_CreateBackupBodyRequired = TypedDict("_CreateBackupBodyRequired", {
})
_CreateBackupBodyOptional = TypedDict("_CreateBackupBodyOptional", {
    "without": "List[Literal[\"blobs\", \"assets\", \"evidence\", \"recordings\", \"tracks\", \"models\"]]",
    "with": "List[Literal[\"blobs\", \"assets\", \"evidence\", \"recordings\", \"tracks\", \"models\"]]",
    "passphrase": "str",
}, total=False)


class CreateBackupBody(_CreateBackupBodyRequired, _CreateBackupBodyOptional):
    """An object of the API."""


_RestoreBackupBodyRequired = TypedDict("_RestoreBackupBodyRequired", {
    "site_name": "str",
})
_RestoreBackupBodyOptional = TypedDict("_RestoreBackupBodyOptional", {
    "passphrase": "str",
}, total=False)


class RestoreBackupBody(_RestoreBackupBodyRequired, _RestoreBackupBodyOptional):
    """An object of the API."""


_CreateInstallBodyRequired = TypedDict("_CreateInstallBodyRequired", {
    "version": "str",
})
_CreateInstallBodyOptional = TypedDict("_CreateInstallBodyOptional", {
    "allow_downgrade": "bool",
}, total=False)


class CreateInstallBody(_CreateInstallBodyRequired, _CreateInstallBodyOptional):
    """An object of the API."""


_ListVoiceAgentsDataRequired = TypedDict("_ListVoiceAgentsDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[VoiceAgent]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListVoiceAgentsDataOptional = TypedDict("_ListVoiceAgentsDataOptional", {
}, total=False)


class ListVoiceAgentsData(_ListVoiceAgentsDataRequired, _ListVoiceAgentsDataOptional):
    """An object of the API."""


_DeleteVoiceAgentDataRequired = TypedDict("_DeleteVoiceAgentDataRequired", {
    "id": "str",
    "object": "Literal[\"voice.agent\"]",
    "deleted": "bool",
})
_DeleteVoiceAgentDataOptional = TypedDict("_DeleteVoiceAgentDataOptional", {
}, total=False)


class DeleteVoiceAgentData(_DeleteVoiceAgentDataRequired, _DeleteVoiceAgentDataOptional):
    """An object of the API."""


_ListVoicesDataRequired = TypedDict("_ListVoicesDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[Voice]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListVoicesDataOptional = TypedDict("_ListVoicesDataOptional", {
}, total=False)


class ListVoicesData(_ListVoicesDataRequired, _ListVoicesDataOptional):
    """An object of the API."""


_ListVoiceSessionsDataRequired = TypedDict("_ListVoiceSessionsDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[VoiceSession]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListVoiceSessionsDataOptional = TypedDict("_ListVoiceSessionsDataOptional", {
}, total=False)


class ListVoiceSessionsData(_ListVoiceSessionsDataRequired, _ListVoiceSessionsDataOptional):
    """An object of the API."""


_CreateVoiceEventDataRequired = TypedDict("_CreateVoiceEventDataRequired", {
    "received": "bool",
    "duplicate": "bool",
})
_CreateVoiceEventDataOptional = TypedDict("_CreateVoiceEventDataOptional", {
}, total=False)


class CreateVoiceEventData(_CreateVoiceEventDataRequired, _CreateVoiceEventDataOptional):
    """An object of the API."""


_CreateWebhookBodyRequired = TypedDict("_CreateWebhookBodyRequired", {
    "secret": "str",
})
_CreateWebhookBodyOptional = TypedDict("_CreateWebhookBodyOptional", {
    "endpoint_url": "str",
    "url": "str",
    "events": "List[Literal[\"job.completed\", \"job.failed\", \"job.cancelled\", \"incident.created\", \"incident.resolved\", \"incident.escalated\", \"robot.incident\", \"robot.command\", \"webhook.disabled\"]]",
    "description": "str",
    "headers": "List[CreateWebhookBodyHeaders]",
    "filter": "Union[CreateWebhookBodyFilter, None]",
    "ordering": "Literal[\"none\", \"camera\"]",
    "retry_delays_seconds": "Union[List[int], None]",
}, total=False)


class CreateWebhookBody(_CreateWebhookBodyRequired, _CreateWebhookBodyOptional):
    """An object of the API."""


_CreateWebhookBodyHeadersRequired = TypedDict("_CreateWebhookBodyHeadersRequired", {
    "name": "str",
})
_CreateWebhookBodyHeadersOptional = TypedDict("_CreateWebhookBodyHeadersOptional", {
    "value": "str",
    "is_secret": "bool",
}, total=False)


class CreateWebhookBodyHeaders(_CreateWebhookBodyHeadersRequired, _CreateWebhookBodyHeadersOptional):
    """An object of the API."""


_CreateWebhookBodyFilterRequired = TypedDict("_CreateWebhookBodyFilterRequired", {
})
_CreateWebhookBodyFilterOptional = TypedDict("_CreateWebhookBodyFilterOptional", {
    "types": "List[str]",
    "min_severity": "Literal[\"info\", \"warning\", \"critical\"]",
    "stream_ids": "List[str]",
}, total=False)


class CreateWebhookBodyFilter(_CreateWebhookBodyFilterRequired, _CreateWebhookBodyFilterOptional):
    """Conditions on the incidents that the webhook receives. Other events always pass."""


_ListWebhooksDataRequired = TypedDict("_ListWebhooksDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[Webhook]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListWebhooksDataOptional = TypedDict("_ListWebhooksDataOptional", {
}, total=False)


class ListWebhooksData(_ListWebhooksDataRequired, _ListWebhooksDataOptional):
    """An object of the API."""


_UpdateWebhookBodyRequired = TypedDict("_UpdateWebhookBodyRequired", {
})
_UpdateWebhookBodyOptional = TypedDict("_UpdateWebhookBodyOptional", {
    "is_active": "bool",
    "endpoint_url": "str",
    "url": "str",
    "secret": "str",
    "events": "List[Literal[\"job.completed\", \"job.failed\", \"job.cancelled\", \"incident.created\", \"incident.resolved\", \"incident.escalated\", \"robot.incident\", \"robot.command\", \"webhook.disabled\"]]",
    "description": "str",
    "headers": "List[UpdateWebhookBodyHeaders]",
    "filter": "Union[UpdateWebhookBodyFilter, None]",
    "ordering": "Literal[\"none\", \"camera\"]",
    "retry_delays_seconds": "Union[List[int], None]",
}, total=False)


class UpdateWebhookBody(_UpdateWebhookBodyRequired, _UpdateWebhookBodyOptional):
    """An object of the API."""


_UpdateWebhookBodyHeadersRequired = TypedDict("_UpdateWebhookBodyHeadersRequired", {
    "name": "str",
})
_UpdateWebhookBodyHeadersOptional = TypedDict("_UpdateWebhookBodyHeadersOptional", {
    "value": "str",
    "is_secret": "bool",
}, total=False)


class UpdateWebhookBodyHeaders(_UpdateWebhookBodyHeadersRequired, _UpdateWebhookBodyHeadersOptional):
    """An object of the API."""


_UpdateWebhookBodyFilterRequired = TypedDict("_UpdateWebhookBodyFilterRequired", {
})
_UpdateWebhookBodyFilterOptional = TypedDict("_UpdateWebhookBodyFilterOptional", {
    "types": "List[str]",
    "min_severity": "Literal[\"info\", \"warning\", \"critical\"]",
    "stream_ids": "List[str]",
}, total=False)


class UpdateWebhookBodyFilter(_UpdateWebhookBodyFilterRequired, _UpdateWebhookBodyFilterOptional):
    """Conditions on the incidents that the webhook receives. Other events always pass."""


_DeleteWebhookDataRequired = TypedDict("_DeleteWebhookDataRequired", {
    "id": "str",
    "object": "Literal[\"webhook\"]",
    "deleted": "bool",
})
_DeleteWebhookDataOptional = TypedDict("_DeleteWebhookDataOptional", {
}, total=False)


class DeleteWebhookData(_DeleteWebhookDataRequired, _DeleteWebhookDataOptional):
    """An object of the API."""


_RotateWebhookSecretDataRequired = TypedDict("_RotateWebhookSecretDataRequired", {
    "id": "str",
    "object": "Literal[\"webhook\"]",
    "endpoint_url": "str",
    "is_active": "bool",
    "created_at": "str",
    "updated_at": "str",
    "events": "List[Literal[\"job.completed\", \"job.failed\", \"job.cancelled\", \"incident.created\", \"incident.resolved\", \"incident.escalated\", \"robot.incident\", \"robot.command\", \"webhook.disabled\"]]",
    "description": "Union[str, None]",
    "disabled_reason": "Union[Literal[\"manual\", \"gone\", \"failing\", \"secret_lost\"], None]",
    "disabled_at": "Union[float, None]",
    "failing_since": "Union[float, None]",
    "last_success_at": "Union[float, None]",
    "rotation_expires_at": "Union[float, None]",
    "pending_deliveries": "int",
    "origin": "Literal[\"registered\", \"stream\"]",
    "headers": "List[RotateWebhookSecretDataHeaders]",
    "filter": "Union[RotateWebhookSecretDataFilter, None]",
    "ordering": "Literal[\"none\", \"camera\"]",
    "retry_delays_seconds": "List[int]",
})
_RotateWebhookSecretDataOptional = TypedDict("_RotateWebhookSecretDataOptional", {
    "secret": "str",
}, total=False)


class RotateWebhookSecretData(_RotateWebhookSecretDataRequired, _RotateWebhookSecretDataOptional):
    """An object of the API."""


_RotateWebhookSecretDataHeadersRequired = TypedDict("_RotateWebhookSecretDataHeadersRequired", {
    "name": "str",
    "value": "Union[str, None]",
    "is_secret": "bool",
})
_RotateWebhookSecretDataHeadersOptional = TypedDict("_RotateWebhookSecretDataHeadersOptional", {
}, total=False)


class RotateWebhookSecretDataHeaders(_RotateWebhookSecretDataHeadersRequired, _RotateWebhookSecretDataHeadersOptional):
    """An object of the API."""


_RotateWebhookSecretDataFilterRequired = TypedDict("_RotateWebhookSecretDataFilterRequired", {
})
_RotateWebhookSecretDataFilterOptional = TypedDict("_RotateWebhookSecretDataFilterOptional", {
    "types": "List[str]",
    "min_severity": "Literal[\"info\", \"warning\", \"critical\"]",
    "stream_ids": "List[str]",
}, total=False)


class RotateWebhookSecretDataFilter(_RotateWebhookSecretDataFilterRequired, _RotateWebhookSecretDataFilterOptional):
    """Conditions on the incidents that the webhook receives. Other events always pass."""


_RotateWebhookSecretBodyRequired = TypedDict("_RotateWebhookSecretBodyRequired", {
})
_RotateWebhookSecretBodyOptional = TypedDict("_RotateWebhookSecretBodyOptional", {
    "secret": "str",
    "grace_seconds": "int",
}, total=False)


class RotateWebhookSecretBody(_RotateWebhookSecretBodyRequired, _RotateWebhookSecretBodyOptional):
    """An object of the API."""


_ListWebhookDeliveriesDataRequired = TypedDict("_ListWebhookDeliveriesDataRequired", {
    "object": "Literal[\"list\"]",
    "data": "List[WebhookDelivery]",
    "has_more": "bool",
    "total": "int",
    "next_cursor": "Union[str, None]",
})
_ListWebhookDeliveriesDataOptional = TypedDict("_ListWebhookDeliveriesDataOptional", {
}, total=False)


class ListWebhookDeliveriesData(_ListWebhookDeliveriesDataRequired, _ListWebhookDeliveriesDataOptional):
    """An object of the API."""


_RecoverWebhookDataRequired = TypedDict("_RecoverWebhookDataRequired", {
    "webhook_id": "str",
    "queued": "int",
})
_RecoverWebhookDataOptional = TypedDict("_RecoverWebhookDataOptional", {
}, total=False)


class RecoverWebhookData(_RecoverWebhookDataRequired, _RecoverWebhookDataOptional):
    """An object of the API."""


_RecoverWebhookBodyRequired = TypedDict("_RecoverWebhookBodyRequired", {
    "since": "float",
})
_RecoverWebhookBodyOptional = TypedDict("_RecoverWebhookBodyOptional", {
    "until": "float",
}, total=False)


class RecoverWebhookBody(_RecoverWebhookBodyRequired, _RecoverWebhookBodyOptional):
    """An object of the API."""



class AdsApi:
    """Operations of the area ads."""

    def __init__(self, http: SyncHttp) -> None:
        self._http = http

    def generate_ad(
        self,
        body: "CampaignRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Generate an advertisement."""
        return self._http.json("POST", "/api/v1/ads/generate", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)


class AsyncAdsApi:
    """Operations of the area ads."""

    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def generate_ad(
        self,
        body: "CampaignRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Generate an advertisement."""
        return await self._http.json("POST", "/api/v1/ads/generate", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)


class AssetsApi:
    """Operations of the area assets."""

    def __init__(self, http: SyncHttp) -> None:
        self._http = http

    def get_asset(
        self,
        file: "str",
        *,
        exp: "Optional[str]" = None,
        sig: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Get a stored file by its signed address."""
        return self._http.raw("GET", "/api/v1/assets/{file}", {"file": file, "exp": exp, "sig": sig}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)


class AsyncAssetsApi:
    """Operations of the area assets."""

    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def get_asset(
        self,
        file: "str",
        *,
        exp: "Optional[str]" = None,
        sig: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Get a stored file by its signed address."""
        return await self._http.raw("GET", "/api/v1/assets/{file}", {"file": file, "exp": exp, "sig": sig}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)


class AvatarsApi:
    """Operations of the area avatars."""

    def __init__(self, http: SyncHttp) -> None:
        self._http = http

    def generate_avatar(
        self,
        body: "AvatarRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Generate an avatar."""
        return self._http.json("POST", "/api/v1/avatars/generate", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def save_avatar(
        self,
        body: "AvatarSaveRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Avatar]":
        """Save the picture of a completed avatar job under a label."""
        return self._http.json("POST", "/api/v1/avatars/save", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def list_avatars(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListAvatarsData]":
        """List saved avatars, newest first."""
        return self._http.json("GET", "/api/v1/avatars", {"limit": limit, "offset": offset, "after": after}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_avatar(
        self,
        avatar_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Avatar]":
        """Get one saved avatar."""
        return self._http.json("GET", "/api/v1/avatars/{avatar_id}", {"avatar_id": avatar_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def delete_avatar(
        self,
        avatar_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[AvatarDeleted]":
        """Delete a saved avatar with its picture."""
        return self._http.json("DELETE", "/api/v1/avatars/{avatar_id}", {"avatar_id": avatar_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)


class AsyncAvatarsApi:
    """Operations of the area avatars."""

    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def generate_avatar(
        self,
        body: "AvatarRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Generate an avatar."""
        return await self._http.json("POST", "/api/v1/avatars/generate", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def save_avatar(
        self,
        body: "AvatarSaveRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Avatar]":
        """Save the picture of a completed avatar job under a label."""
        return await self._http.json("POST", "/api/v1/avatars/save", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def list_avatars(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListAvatarsData]":
        """List saved avatars, newest first."""
        return await self._http.json("GET", "/api/v1/avatars", {"limit": limit, "offset": offset, "after": after}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_avatar(
        self,
        avatar_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Avatar]":
        """Get one saved avatar."""
        return await self._http.json("GET", "/api/v1/avatars/{avatar_id}", {"avatar_id": avatar_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def delete_avatar(
        self,
        avatar_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[AvatarDeleted]":
        """Delete a saved avatar with its picture."""
        return await self._http.json("DELETE", "/api/v1/avatars/{avatar_id}", {"avatar_id": avatar_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)


class BrandsApi:
    """Operations of the area brands."""

    def __init__(self, http: SyncHttp) -> None:
        self._http = http

    def extract_brand(
        self,
        body: "ExtractBrandBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Extract a brand from a web page or from pictures; `result_url` is the address of the stored brand."""
        return self._http.json("POST", "/api/v1/brands/extract", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def project_brand(
        self,
        brand_id: "str",
        body: "ProjectBrandBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Apply a brand to a use case; the guidance is in `payload.output`."""
        return self._http.json("POST", "/api/v1/brands/{brand_id}/project", {"brand_id": brand_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def list_brands(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        query: "Optional[str]" = None,
        expand: "Optional[Union[str, List[str]]]" = None,
        include: "Optional[Union[str, List[str]]]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListBrandsData]":
        """List brands, newest first; `query` searches names, addresses and taglines."""
        return self._http.json("GET", "/api/v1/brands", {"limit": limit, "offset": offset, "after": after, "query": query, "expand": expand, "include": include}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_brand(
        self,
        brand_id: "str",
        *,
        expand: "Optional[Union[str, List[str]]]" = None,
        include: "Optional[Union[str, List[str]]]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Brand]":
        """Get one brand."""
        return self._http.json("GET", "/api/v1/brands/{brand_id}", {"brand_id": brand_id, "expand": expand, "include": include}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def delete_brand(
        self,
        brand_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[BrandDeleted]":
        """Delete a brand with its pictures; its jobs stay."""
        return self._http.json("DELETE", "/api/v1/brands/{brand_id}", {"brand_id": brand_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)


class AsyncBrandsApi:
    """Operations of the area brands."""

    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def extract_brand(
        self,
        body: "ExtractBrandBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Extract a brand from a web page or from pictures; `result_url` is the address of the stored brand."""
        return await self._http.json("POST", "/api/v1/brands/extract", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def project_brand(
        self,
        brand_id: "str",
        body: "ProjectBrandBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Apply a brand to a use case; the guidance is in `payload.output`."""
        return await self._http.json("POST", "/api/v1/brands/{brand_id}/project", {"brand_id": brand_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def list_brands(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        query: "Optional[str]" = None,
        expand: "Optional[Union[str, List[str]]]" = None,
        include: "Optional[Union[str, List[str]]]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListBrandsData]":
        """List brands, newest first; `query` searches names, addresses and taglines."""
        return await self._http.json("GET", "/api/v1/brands", {"limit": limit, "offset": offset, "after": after, "query": query, "expand": expand, "include": include}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_brand(
        self,
        brand_id: "str",
        *,
        expand: "Optional[Union[str, List[str]]]" = None,
        include: "Optional[Union[str, List[str]]]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Brand]":
        """Get one brand."""
        return await self._http.json("GET", "/api/v1/brands/{brand_id}", {"brand_id": brand_id, "expand": expand, "include": include}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def delete_brand(
        self,
        brand_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[BrandDeleted]":
        """Delete a brand with its pictures; its jobs stay."""
        return await self._http.json("DELETE", "/api/v1/brands/{brand_id}", {"brand_id": brand_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)


class CampaignsApi:
    """Operations of the area campaigns."""

    def __init__(self, http: SyncHttp) -> None:
        self._http = http

    def generate_campaign(
        self,
        body: "CampaignRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Generate the picture of an advertising campaign."""
        return self._http.json("POST", "/api/v1/campaigns/generate", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def edit_campaign(
        self,
        body: "EditRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Change a picture that a job has generated or is still generating."""
        return self._http.json("POST", "/api/v1/campaigns/edit", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def create_localize_ad(
        self,
        body: "LocalizeRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Adapt an advertisement to a market; the source job need not have ended."""
        return self._http.json("POST", "/api/v1/campaigns/localize-ad", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)


class AsyncCampaignsApi:
    """Operations of the area campaigns."""

    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def generate_campaign(
        self,
        body: "CampaignRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Generate the picture of an advertising campaign."""
        return await self._http.json("POST", "/api/v1/campaigns/generate", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def edit_campaign(
        self,
        body: "EditRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Change a picture that a job has generated or is still generating."""
        return await self._http.json("POST", "/api/v1/campaigns/edit", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def create_localize_ad(
        self,
        body: "LocalizeRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Adapt an advertisement to a market; the source job need not have ended."""
        return await self._http.json("POST", "/api/v1/campaigns/localize-ad", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)


class ClinicalApi:
    """Operations of the area clinical."""

    def __init__(self, http: SyncHttp) -> None:
        self._http = http

    def create_decision_support(
        self,
        body: "CreateDecisionSupportBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Score vital signs and check laboratory values against their ranges."""
        return self._http.json("POST", "/api/v1/clinical/decision-support", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def create_medication_check(
        self,
        body: "CreateMedicationCheckBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Find duplicate therapy, allergies by name, and listed interactions."""
        return self._http.json("POST", "/api/v1/clinical/medication-check", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def create_note(
        self,
        body: "CreateNoteBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Divide a clinical note into SOAP sections, with positions in the text."""
        return self._http.json("POST", "/api/v1/clinical/notes", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def create_adherence(
        self,
        body: "CreateAdherenceBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Compute adherence (MPR, PDC) from dispensing dates."""
        return self._http.json("POST", "/api/v1/clinical/adherence", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def create_risk(
        self,
        body: "CreateRiskBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Sort patients by risk, according to NEWS2 and qSOFA."""
        return self._http.json("POST", "/api/v1/clinical/risk", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def create_scan(
        self,
        body: "CreateScanBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Examine a medical picture: the box checks format, tags and exposure, a model the content."""
        return self._http.json("POST", "/api/v1/clinical/scan", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def create_research(
        self,
        body: "CreateResearchBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Find and quote passages in the given sources that answer a question."""
        return self._http.json("POST", "/api/v1/clinical/research", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def create_wellness(
        self,
        body: "CreateWellnessBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Score questionnaires on mood and wellbeing (PHQ-9, GAD-7, WHO-5)."""
        return self._http.json("POST", "/api/v1/clinical/wellness", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)


class AsyncClinicalApi:
    """Operations of the area clinical."""

    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def create_decision_support(
        self,
        body: "CreateDecisionSupportBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Score vital signs and check laboratory values against their ranges."""
        return await self._http.json("POST", "/api/v1/clinical/decision-support", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def create_medication_check(
        self,
        body: "CreateMedicationCheckBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Find duplicate therapy, allergies by name, and listed interactions."""
        return await self._http.json("POST", "/api/v1/clinical/medication-check", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def create_note(
        self,
        body: "CreateNoteBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Divide a clinical note into SOAP sections, with positions in the text."""
        return await self._http.json("POST", "/api/v1/clinical/notes", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def create_adherence(
        self,
        body: "CreateAdherenceBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Compute adherence (MPR, PDC) from dispensing dates."""
        return await self._http.json("POST", "/api/v1/clinical/adherence", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def create_risk(
        self,
        body: "CreateRiskBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Sort patients by risk, according to NEWS2 and qSOFA."""
        return await self._http.json("POST", "/api/v1/clinical/risk", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def create_scan(
        self,
        body: "CreateScanBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Examine a medical picture: the box checks format, tags and exposure, a model the content."""
        return await self._http.json("POST", "/api/v1/clinical/scan", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def create_research(
        self,
        body: "CreateResearchBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Find and quote passages in the given sources that answer a question."""
        return await self._http.json("POST", "/api/v1/clinical/research", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def create_wellness(
        self,
        body: "CreateWellnessBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Score questionnaires on mood and wellbeing (PHQ-9, GAD-7, WHO-5)."""
        return await self._http.json("POST", "/api/v1/clinical/wellness", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)


class HealthApi:
    """Operations of the area health."""

    def __init__(self, http: SyncHttp) -> None:
        self._http = http

    def analyze_health(
        self,
        body: "AnalyzeHealthBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Triage a medical picture or an EEG; this is not a diagnosis."""
        return self._http.json("POST", "/api/v1/health/analyze", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)


class AsyncHealthApi:
    """Operations of the area health."""

    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def analyze_health(
        self,
        body: "AnalyzeHealthBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Triage a medical picture or an EEG; this is not a diagnosis."""
        return await self._http.json("POST", "/api/v1/health/analyze", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)


class ImagesApi:
    """Operations of the area images."""

    def __init__(self, http: SyncHttp) -> None:
        self._http = http

    def create_generation(
        self,
        body: "ImageRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Generate a picture."""
        return self._http.json("POST", "/api/v1/images/generations", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def create_campaign(
        self,
        body: "ImageRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Generate a picture."""
        return self._http.json("POST", "/api/v1/images/campaigns", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)


class AsyncImagesApi:
    """Operations of the area images."""

    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def create_generation(
        self,
        body: "ImageRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Generate a picture."""
        return await self._http.json("POST", "/api/v1/images/generations", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def create_campaign(
        self,
        body: "ImageRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Generate a picture."""
        return await self._http.json("POST", "/api/v1/images/campaigns", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)


class JobsApi:
    """Operations of the area jobs."""

    def __init__(self, http: SyncHttp) -> None:
        self._http = http

    def get_job(
        self,
        job_id: "str",
        *,
        expand: "Optional[Union[str, List[str]]]" = None,
        include: "Optional[Union[str, List[str]]]" = None,
        wait_for_completion: "Optional[bool]" = None,
        timeout_seconds: "Optional[float]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Job]":
        """Get a job; with `wait_for_completion`, wait until it has ended."""
        return self._http.json("GET", "/api/v1/jobs/{job_id}", {"job_id": job_id, "expand": expand, "include": include, "wait_for_completion": wait_for_completion, "timeout_seconds": timeout_seconds}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def delete_job(
        self,
        job_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobDeleted]":
        """Delete an ended job with its input, its files and its idempotency record."""
        return self._http.json("DELETE", "/api/v1/jobs/{job_id}", {"job_id": job_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def list_jobs(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        site: "Optional[bool]" = None,
        status: "Optional[Literal['queued', 'processing', 'completed', 'failed', 'cancelled']]" = None,
        type: "Optional[Literal['campaign.generation', 'image.generation', 'ad.generation', 'image.edit', 'ad.localization', 'avatar.generation', 'brand.extraction', 'brand.projection', 'health.triage', 'clinical.decision_support', 'clinical.medication_check', 'clinical.notes', 'clinical.adherence', 'clinical.risk', 'clinical.scan', 'clinical.research', 'clinical.wellness', 'neural.decode', 'surveillance.stream', 'robot.run', 'voice.preview', 'robot.command', 'run']]" = None,
        client_reference_id: "Optional[str]" = None,
        stream_id: "Optional[str]" = None,
        robot_id: "Optional[str]" = None,
        run_id: "Optional[str]" = None,
        live: "Optional[Literal['true', 'false']]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListJobsData]":
        """List jobs, newest first."""
        return self._http.json("GET", "/api/v1/jobs", {"limit": limit, "offset": offset, "after": after, "site": site, "status": status, "type": type, "client_reference_id": client_reference_id, "stream_id": stream_id, "robot_id": robot_id, "run_id": run_id, "live": live}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def cancel_job(
        self,
        job_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Job]":
        """Cancel a job; a job that has ended does not change."""
        return self._http.json("POST", "/api/v1/jobs/{job_id}/cancel", {"job_id": job_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)


class AsyncJobsApi:
    """Operations of the area jobs."""

    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def get_job(
        self,
        job_id: "str",
        *,
        expand: "Optional[Union[str, List[str]]]" = None,
        include: "Optional[Union[str, List[str]]]" = None,
        wait_for_completion: "Optional[bool]" = None,
        timeout_seconds: "Optional[float]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Job]":
        """Get a job; with `wait_for_completion`, wait until it has ended."""
        return await self._http.json("GET", "/api/v1/jobs/{job_id}", {"job_id": job_id, "expand": expand, "include": include, "wait_for_completion": wait_for_completion, "timeout_seconds": timeout_seconds}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def delete_job(
        self,
        job_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobDeleted]":
        """Delete an ended job with its input, its files and its idempotency record."""
        return await self._http.json("DELETE", "/api/v1/jobs/{job_id}", {"job_id": job_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def list_jobs(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        site: "Optional[bool]" = None,
        status: "Optional[Literal['queued', 'processing', 'completed', 'failed', 'cancelled']]" = None,
        type: "Optional[Literal['campaign.generation', 'image.generation', 'ad.generation', 'image.edit', 'ad.localization', 'avatar.generation', 'brand.extraction', 'brand.projection', 'health.triage', 'clinical.decision_support', 'clinical.medication_check', 'clinical.notes', 'clinical.adherence', 'clinical.risk', 'clinical.scan', 'clinical.research', 'clinical.wellness', 'neural.decode', 'surveillance.stream', 'robot.run', 'voice.preview', 'robot.command', 'run']]" = None,
        client_reference_id: "Optional[str]" = None,
        stream_id: "Optional[str]" = None,
        robot_id: "Optional[str]" = None,
        run_id: "Optional[str]" = None,
        live: "Optional[Literal['true', 'false']]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListJobsData]":
        """List jobs, newest first."""
        return await self._http.json("GET", "/api/v1/jobs", {"limit": limit, "offset": offset, "after": after, "site": site, "status": status, "type": type, "client_reference_id": client_reference_id, "stream_id": stream_id, "robot_id": robot_id, "run_id": run_id, "live": live}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def cancel_job(
        self,
        job_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Job]":
        """Cancel a job; a job that has ended does not change."""
        return await self._http.json("POST", "/api/v1/jobs/{job_id}/cancel", {"job_id": job_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)


class KeysApi:
    """Operations of the area keys."""

    def __init__(self, http: SyncHttp) -> None:
        self._http = http

    def list_keys(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListKeysData]":
        """List the organisation's keys, oldest first, without their secrets."""
        return self._http.json("GET", "/api/v1/keys", {"limit": limit, "offset": offset, "after": after}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def create_key(
        self,
        body: "CreateKeyBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[NewKey]":
        """Create a key; only this answer has its secret."""
        return self._http.json("POST", "/api/v1/keys", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def get_names(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[KeyNames]":
        """List the names of the organisation's newest keys, at most 1000, by their ids."""
        return self._http.json("GET", "/api/v1/keys/names", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_key(
        self,
        key_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Key]":
        """Get a key without its secret."""
        return self._http.json("GET", "/api/v1/keys/{key_id}", {"key_id": key_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def delete_key(
        self,
        key_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Key]":
        """Revoke a key at once; this cannot be undone."""
        return self._http.json("DELETE", "/api/v1/keys/{key_id}", {"key_id": key_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def roll_key(
        self,
        key_id: "str",
        body: "RollKeyBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[NewKey]":
        """Give a key a new secret; the old one stays valid for a grace period."""
        return self._http.json("POST", "/api/v1/keys/{key_id}/roll", {"key_id": key_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def list_audit(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListAuditData]":
        """List the audit log, newest first: who changed what, from which address, with which result."""
        return self._http.json("GET", "/api/v1/audit", {"limit": limit, "offset": offset, "after": after}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)


class AsyncKeysApi:
    """Operations of the area keys."""

    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def list_keys(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListKeysData]":
        """List the organisation's keys, oldest first, without their secrets."""
        return await self._http.json("GET", "/api/v1/keys", {"limit": limit, "offset": offset, "after": after}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def create_key(
        self,
        body: "CreateKeyBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[NewKey]":
        """Create a key; only this answer has its secret."""
        return await self._http.json("POST", "/api/v1/keys", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def get_names(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[KeyNames]":
        """List the names of the organisation's newest keys, at most 1000, by their ids."""
        return await self._http.json("GET", "/api/v1/keys/names", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_key(
        self,
        key_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Key]":
        """Get a key without its secret."""
        return await self._http.json("GET", "/api/v1/keys/{key_id}", {"key_id": key_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def delete_key(
        self,
        key_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Key]":
        """Revoke a key at once; this cannot be undone."""
        return await self._http.json("DELETE", "/api/v1/keys/{key_id}", {"key_id": key_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def roll_key(
        self,
        key_id: "str",
        body: "RollKeyBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[NewKey]":
        """Give a key a new secret; the old one stays valid for a grace period."""
        return await self._http.json("POST", "/api/v1/keys/{key_id}/roll", {"key_id": key_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def list_audit(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListAuditData]":
        """List the audit log, newest first: who changed what, from which address, with which result."""
        return await self._http.json("GET", "/api/v1/audit", {"limit": limit, "offset": offset, "after": after}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)


class NeuralApi:
    """Operations of the area neural."""

    def __init__(self, http: SyncHttp) -> None:
        self._http = http

    def decode_neural(
        self,
        body: "DecodeNeuralBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Measure a neural signal, and decode it with the configured model."""
        return self._http.json("POST", "/api/v1/neural/decode", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)


class AsyncNeuralApi:
    """Operations of the area neural."""

    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def decode_neural(
        self,
        body: "DecodeNeuralBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Measure a neural signal, and decode it with the configured model."""
        return await self._http.json("POST", "/api/v1/neural/decode", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)


class PeopleApi:
    """Operations of the area people."""

    def __init__(self, http: SyncHttp) -> None:
        self._http = http

    def list_invitations(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListInvitationsData]":
        """List the open invitations, newest first, without their links."""
        return self._http.json("GET", "/api/v1/people/invitations", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def create_invitation(
        self,
        body: "CreateInvitationBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[NewInvitation]":
        """Create a link that works once, for a new account or for a new password of an account."""
        return self._http.json("POST", "/api/v1/people/invitations", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def delete_invitation(
        self,
        invitation_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Invitation]":
        """Withdraw an invitation."""
        return self._http.json("DELETE", "/api/v1/people/invitations/{invitation_id}", {"invitation_id": invitation_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def create_passkey_challenge(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[PasskeyCreationOptions]":
        """Get the options for a new passkey of your account; they are valid once, for five minutes."""
        return self._http.json("POST", "/api/v1/people/me/passkey-challenge", {}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def create_passkey(
        self,
        body: "CreatePasskeyBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Person]":
        """Add the passkey that the browser has created to your account."""
        return self._http.json("POST", "/api/v1/people/me/passkeys", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def delete_passkey(
        self,
        passkey_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Person]":
        """Remove a passkey from your account."""
        return self._http.json("DELETE", "/api/v1/people/me/passkeys/{passkey_id}", {"passkey_id": passkey_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def list_people(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListPeopleData]":
        """List the accounts of people, by name."""
        return self._http.json("GET", "/api/v1/people", {"limit": limit, "offset": offset}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def create_person(
        self,
        body: "CreatePersonBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Person]":
        """Create an account with a first password; with an invitation the person chooses the password."""
        return self._http.json("POST", "/api/v1/people", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def get_me(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Person]":
        """Get the account that is signed in."""
        return self._http.json("GET", "/api/v1/people/me", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def set_password(
        self,
        body: "SetPasswordBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Person]":
        """Change your password; all other sessions of the account end."""
        return self._http.json("PUT", "/api/v1/people/me/password", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def get_person(
        self,
        person_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Person]":
        """Get an account."""
        return self._http.json("GET", "/api/v1/people/{person_id}", {"person_id": person_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def update_person(
        self,
        person_id: "str",
        body: "UpdatePersonBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Person]":
        """Change an account's name, role or cameras, at once and also in open sessions."""
        return self._http.json("PATCH", "/api/v1/people/{person_id}", {"person_id": person_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def delete_person(
        self,
        person_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Person]":
        """Remove an account; its sessions and their event streams and live views end at once."""
        return self._http.json("DELETE", "/api/v1/people/{person_id}", {"person_id": person_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)


class AsyncPeopleApi:
    """Operations of the area people."""

    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def list_invitations(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListInvitationsData]":
        """List the open invitations, newest first, without their links."""
        return await self._http.json("GET", "/api/v1/people/invitations", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def create_invitation(
        self,
        body: "CreateInvitationBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[NewInvitation]":
        """Create a link that works once, for a new account or for a new password of an account."""
        return await self._http.json("POST", "/api/v1/people/invitations", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def delete_invitation(
        self,
        invitation_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Invitation]":
        """Withdraw an invitation."""
        return await self._http.json("DELETE", "/api/v1/people/invitations/{invitation_id}", {"invitation_id": invitation_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def create_passkey_challenge(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[PasskeyCreationOptions]":
        """Get the options for a new passkey of your account; they are valid once, for five minutes."""
        return await self._http.json("POST", "/api/v1/people/me/passkey-challenge", {}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def create_passkey(
        self,
        body: "CreatePasskeyBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Person]":
        """Add the passkey that the browser has created to your account."""
        return await self._http.json("POST", "/api/v1/people/me/passkeys", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def delete_passkey(
        self,
        passkey_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Person]":
        """Remove a passkey from your account."""
        return await self._http.json("DELETE", "/api/v1/people/me/passkeys/{passkey_id}", {"passkey_id": passkey_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def list_people(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListPeopleData]":
        """List the accounts of people, by name."""
        return await self._http.json("GET", "/api/v1/people", {"limit": limit, "offset": offset}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def create_person(
        self,
        body: "CreatePersonBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Person]":
        """Create an account with a first password; with an invitation the person chooses the password."""
        return await self._http.json("POST", "/api/v1/people", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def get_me(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Person]":
        """Get the account that is signed in."""
        return await self._http.json("GET", "/api/v1/people/me", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def set_password(
        self,
        body: "SetPasswordBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Person]":
        """Change your password; all other sessions of the account end."""
        return await self._http.json("PUT", "/api/v1/people/me/password", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def get_person(
        self,
        person_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Person]":
        """Get an account."""
        return await self._http.json("GET", "/api/v1/people/{person_id}", {"person_id": person_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def update_person(
        self,
        person_id: "str",
        body: "UpdatePersonBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Person]":
        """Change an account's name, role or cameras, at once and also in open sessions."""
        return await self._http.json("PATCH", "/api/v1/people/{person_id}", {"person_id": person_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def delete_person(
        self,
        person_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Person]":
        """Remove an account; its sessions and their event streams and live views end at once."""
        return await self._http.json("DELETE", "/api/v1/people/{person_id}", {"person_id": person_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)


class PushApi:
    """Operations of the area push."""

    def __init__(self, http: SyncHttp) -> None:
        self._http = http

    def get_push(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Push]":
        """Get what a browser needs to subscribe."""
        return self._http.json("GET", "/api/v1/push", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def list_subscriptions(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListSubscriptionsData]":
        """List your devices, oldest first; with `keys:admin` all devices."""
        return self._http.json("GET", "/api/v1/push/subscriptions", {"limit": limit, "offset": offset, "after": after}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def create_subscription(
        self,
        body: "PushSubscribe",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[PushSubscription]":
        """Add a device for notifications, or change its settings."""
        return self._http.json("POST", "/api/v1/push/subscriptions", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def delete_subscription(
        self,
        subscription_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeleteSubscriptionData]":
        """Remove a device."""
        return self._http.json("DELETE", "/api/v1/push/subscriptions/{subscription_id}", {"subscription_id": subscription_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def test_subscription(
        self,
        subscription_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[PushTest]":
        """Send a test to a device, and wait for the answer of the push service."""
        return self._http.json("POST", "/api/v1/push/subscriptions/{subscription_id}/test", {"subscription_id": subscription_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)


class AsyncPushApi:
    """Operations of the area push."""

    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def get_push(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Push]":
        """Get what a browser needs to subscribe."""
        return await self._http.json("GET", "/api/v1/push", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def list_subscriptions(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListSubscriptionsData]":
        """List your devices, oldest first; with `keys:admin` all devices."""
        return await self._http.json("GET", "/api/v1/push/subscriptions", {"limit": limit, "offset": offset, "after": after}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def create_subscription(
        self,
        body: "PushSubscribe",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[PushSubscription]":
        """Add a device for notifications, or change its settings."""
        return await self._http.json("POST", "/api/v1/push/subscriptions", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def delete_subscription(
        self,
        subscription_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeleteSubscriptionData]":
        """Remove a device."""
        return await self._http.json("DELETE", "/api/v1/push/subscriptions/{subscription_id}", {"subscription_id": subscription_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def test_subscription(
        self,
        subscription_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[PushTest]":
        """Send a test to a device, and wait for the answer of the push service."""
        return await self._http.json("POST", "/api/v1/push/subscriptions/{subscription_id}/test", {"subscription_id": subscription_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)


class RobotsApi:
    """Operations of the area robots."""

    def __init__(self, http: SyncHttp) -> None:
        self._http = http

    def run_robot(
        self,
        body: "RobotRunRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Give a robot a task: patrol, observe, follow, or a description in words; the job shows the plan."""
        return self._http.json("POST", "/api/v1/robots/run", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def create_task(
        self,
        body: "RobotTaskRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Queue a mission for one robot, or for any robot that can; the job shows the choice."""
        return self._http.json("POST", "/api/v1/robots/tasks", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def list_tasks(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListTasksData]":
        """List the missions that have a robot, then the queue in its order."""
        return self._http.json("GET", "/api/v1/robots/tasks", {"limit": limit, "offset": offset, "after": after}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def list_maps(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        frame: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListMapsData]":
        """List the maps: grids and floor plans, oldest first."""
        return self._http.json("GET", "/api/v1/robots/maps", {"limit": limit, "offset": offset, "after": after, "frame": frame}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def create_map(
        self,
        body: "RobotMapRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RobotMap]":
        """Store a grid or a floor plan; `id`, or else the name, identifies the map to replace."""
        return self._http.json("POST", "/api/v1/robots/maps", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def get_map(
        self,
        map_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RobotMap]":
        """Get one map."""
        return self._http.json("GET", "/api/v1/robots/maps/{map_id}", {"map_id": map_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def update_map(
        self,
        map_id: "str",
        body: "RobotMapChange",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RobotMap]":
        """Rename a map, change its level, or place its floor plan again."""
        return self._http.json("PATCH", "/api/v1/robots/maps/{map_id}", {"map_id": map_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def delete_map(
        self,
        map_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeleteMapData]":
        """Remove a map with its picture."""
        return self._http.json("DELETE", "/api/v1/robots/maps/{map_id}", {"map_id": map_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def list_frames(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListFramesData]":
        """List the map frames that are tied to a parent, by name."""
        return self._http.json("GET", "/api/v1/robots/frames", {"limit": limit, "offset": offset, "after": after}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def set_frame(
        self,
        frame: "str",
        body: "RobotFrameRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RobotFrame]":
        """Tie a map frame to a parent, by its place there or by points known in both."""
        return self._http.json("PUT", "/api/v1/robots/frames/{frame}", {"frame": frame}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def delete_frame(
        self,
        frame: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeleteFrameData]":
        """Untie a map frame from its parent."""
        return self._http.json("DELETE", "/api/v1/robots/frames/{frame}", {"frame": frame}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def list_places(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        frame: "Optional[str]" = None,
        kind: "Optional[Literal['station', 'charger', 'door', 'lift', 'waiting', 'home']]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListPlacesData]":
        """List the places, oldest first."""
        return self._http.json("GET", "/api/v1/robots/places", {"limit": limit, "offset": offset, "after": after, "frame": frame, "kind": kind}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def create_place(
        self,
        body: "CreatePlaceBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[CreatePlaceData]":
        """Create or change 1 to 200 places, all or none; `id`, or else the name, identifies one."""
        return self._http.json("POST", "/api/v1/robots/places", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def delete_place(
        self,
        place_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeletePlaceData]":
        """Remove a place that nothing uses by name."""
        return self._http.json("DELETE", "/api/v1/robots/places/{place_id}", {"place_id": place_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def list_corridors(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        frame: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListCorridorsData]":
        """List the corridors, oldest first."""
        return self._http.json("GET", "/api/v1/robots/corridors", {"limit": limit, "offset": offset, "after": after, "frame": frame}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def create_corridor(
        self,
        body: "CreateCorridorBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[CreateCorridorData]":
        """Create or change 1 to 200 corridors, all or none; `id`, or else the name, identifies one."""
        return self._http.json("POST", "/api/v1/robots/corridors", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def delete_corridor(
        self,
        corridor_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeleteCorridorData]":
        """Remove a corridor."""
        return self._http.json("DELETE", "/api/v1/robots/corridors/{corridor_id}", {"corridor_id": corridor_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def create_layout(
        self,
        body: "RobotLayoutImport",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[CreateLayoutData]":
        """Import places and corridors from GeoJSON or VDMA LIF, all or none; names identify them."""
        return self._http.json("POST", "/api/v1/robots/layout", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def get_layout(
        self,
        *,
        format: "Literal['geojson', 'lif']",
        frame: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[GetLayoutData]":
        """Export places and corridors as GeoJSON or VDMA LIF."""
        return self._http.json("GET", "/api/v1/robots/layout", {"frame": frame, "format": format}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def list_zones(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        robot_id: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListZonesData]":
        """List stored zones, oldest first."""
        return self._http.json("GET", "/api/v1/robots/zones", {"limit": limit, "offset": offset, "after": after, "robot_id": robot_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def create_zone(
        self,
        body: "CreateZoneBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[CreateZoneData]":
        """Create or change 1 to 200 definitions, all or none; `id`, or else robot and name, identifies one (zones)."""
        return self._http.json("POST", "/api/v1/robots/zones", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def list_behaviors(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        robot_id: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListBehaviorsData]":
        """List stored behaviors, oldest first."""
        return self._http.json("GET", "/api/v1/robots/behaviors", {"limit": limit, "offset": offset, "after": after, "robot_id": robot_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def create_behavior(
        self,
        body: "CreateBehaviorBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[CreateBehaviorData]":
        """Create or change 1 to 200 definitions, all or none; `id`, or else robot and name, identifies one (behaviors)."""
        return self._http.json("POST", "/api/v1/robots/behaviors", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def list_actions(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        behavior_id: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListActionsData]":
        """List stored actions, oldest first."""
        return self._http.json("GET", "/api/v1/robots/actions", {"limit": limit, "offset": offset, "after": after, "behavior_id": behavior_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def create_action(
        self,
        body: "CreateActionBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[CreateActionData]":
        """Create or change 1 to 200 definitions, all or none; `id`, or else robot and name, identifies one (actions)."""
        return self._http.json("POST", "/api/v1/robots/actions", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def delete_zone(
        self,
        zone_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeleteZoneData]":
        """Remove a stored zone."""
        return self._http.json("DELETE", "/api/v1/robots/zones/{zone_id}", {"zone_id": zone_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def delete_behavior(
        self,
        behavior_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeleteBehaviorData]":
        """Remove a stored behavior."""
        return self._http.json("DELETE", "/api/v1/robots/behaviors/{behavior_id}", {"behavior_id": behavior_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def delete_action(
        self,
        action_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeleteActionData]":
        """Remove a stored action."""
        return self._http.json("DELETE", "/api/v1/robots/actions/{action_id}", {"action_id": action_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def follow_robots_events(
        self,
        *,
        robot_id: "Optional[str]" = None,
        telemetry: "Optional[bool]" = None,
        last_event_id: Optional[str] = None,
    ) -> Iterator[Event]:
        """Follow incidents, commands and telemetry of robots (server-sent events)."""
        return self._http.follow("GET", "/api/v1/robots/events", {"robot_id": robot_id, "telemetry": telemetry}, last_event_id)

    def create_foxglove(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[FoxgloveAddress]":
        """Get an address at which Foxglove shows the robots live, without a key."""
        return self._http.json("POST", "/api/v1/robots/foxglove", {}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def get_foxglove(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Follow the robots live over a WebSocket (Foxglove WebSocket protocol)."""
        return self._http.raw("GET", "/api/v1/robots/foxglove", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def list_recordings(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        robot_id: "Optional[str]" = None,
        incident_id: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListRecordingsData]":
        """List the recordings of robots: MCAP files around incidents and on request."""
        return self._http.json("GET", "/api/v1/robots/recordings", {"limit": limit, "offset": offset, "after": after, "robot_id": robot_id, "incident_id": incident_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_recording(
        self,
        recording_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RobotRecording]":
        """Get one recording with the address of its file."""
        return self._http.json("GET", "/api/v1/robots/recordings/{recording_id}", {"recording_id": recording_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def delete_recording(
        self,
        recording_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeleteRecordingData]":
        """Remove a recording with its file."""
        return self._http.json("DELETE", "/api/v1/robots/recordings/{recording_id}", {"recording_id": recording_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def recordings_robot(
        self,
        robot_id: "str",
        body: "RobotRecordingRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RobotRecording]":
        """Record a robot: its last seconds and the next ones."""
        return self._http.json("POST", "/api/v1/robots/{robot_id}/recordings", {"robot_id": robot_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def finish_recording(
        self,
        recording_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RobotRecording]":
        """End a recording now, or as soon as no incident needs it."""
        return self._http.json("POST", "/api/v1/robots/recordings/{recording_id}/finish", {"recording_id": recording_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def list_doors(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListDoorsData]":
        """List the doors and lifts with their state, its age, and who keeps them open."""
        return self._http.json("GET", "/api/v1/robots/doors", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_traffic(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RobotTraffic]":
        """List the corridors and places that robots have reserved, and the robots that wait."""
        return self._http.json("GET", "/api/v1/robots/traffic", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def free_robot(
        self,
        robot_id: "str",
        body: "FreeRobotReservations",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[FreedRobotReservations]":
        """Free all that a lost robot has reserved, once nobody is there; the box ends its command and records who did it."""
        return self._http.json("POST", "/api/v1/robots/{robot_id}/reservations/free", {"robot_id": robot_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def list_robots(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        site: "Optional[bool]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListRobotsData]":
        """List the robots of the organisation with their states."""
        return self._http.json("GET", "/api/v1/robots", {"limit": limit, "offset": offset, "after": after, "site": site}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def list_record(
        self,
        *,
        limit: "Optional[int]" = None,
        after: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListRecordData]":
        """Get the hash-chained record of commands, leases and stops, newest first."""
        return self._http.json("GET", "/api/v1/robots/record", {"limit": limit, "after": after}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_robot(
        self,
        robot_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Robot]":
        """Get one robot: its settings and its state."""
        return self._http.json("GET", "/api/v1/robots/{robot_id}", {"robot_id": robot_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def set_robot(
        self,
        robot_id: "str",
        body: "RobotRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Robot]":
        """Add a robot or change its settings; the box first stops a robot that is driving."""
        return self._http.json("PUT", "/api/v1/robots/{robot_id}", {"robot_id": robot_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def delete_robot(
        self,
        robot_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeleteRobotData]":
        """Remove a robot; the box first stops a robot that is driving."""
        return self._http.json("DELETE", "/api/v1/robots/{robot_id}", {"robot_id": robot_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def get_robot_status(
        self,
        robot_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RobotStatus]":
        """Get the robot's state: each value with its age and source, null if it is unknown."""
        return self._http.json("GET", "/api/v1/robots/{robot_id}/status", {"robot_id": robot_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_robot_picture(
        self,
        robot_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Take a picture with the robot's own camera: JPEG, PNG or WebP."""
        return self._http.raw("GET", "/api/v1/robots/{robot_id}/picture", {"robot_id": robot_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def lease_robot(
        self,
        robot_id: "str",
        body: "RobotLeaseRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RobotLease]":
        """Take the lease of a robot, or send its heartbeat."""
        return self._http.json("POST", "/api/v1/robots/{robot_id}/lease", {"robot_id": robot_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def delete_robot_lease(
        self,
        robot_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeleteRobotLeaseData]":
        """Return the lease; the active command continues."""
        return self._http.json("DELETE", "/api/v1/robots/{robot_id}/lease", {"robot_id": robot_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def get_robot_trace(
        self,
        robot_id: "str",
        *,
        seconds: "Optional[int]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Download the robot's last minutes as an MCAP file: reports, commands and decisions."""
        return self._http.raw("GET", "/api/v1/robots/{robot_id}/trace.mcap", {"robot_id": robot_id, "seconds": seconds}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_robot_teleop(
        self,
        robot_id: "str",
        *,
        deadman_ms: "Optional[int]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Drive a robot by hand over a WebSocket, with heartbeat and deadman."""
        return self._http.raw("GET", "/api/v1/robots/{robot_id}/teleop", {"robot_id": robot_id, "deadman_ms": deadman_ms}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def command_robot(
        self,
        robot_id: "str",
        body: "RobotCommandRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RobotCommand]":
        """Send a command through the safety gate; the box answers when the robot has accepted it."""
        return self._http.json("POST", "/api/v1/robots/{robot_id}/command", {"robot_id": robot_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def list_robot_commands(
        self,
        robot_id: "str",
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        from_: "Optional[float]" = None,
        to: "Optional[float]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListRobotCommandsData]":
        """List the robot's commands, newest first, including refused ones."""
        return self._http.json("GET", "/api/v1/robots/{robot_id}/commands", {"robot_id": robot_id, "limit": limit, "offset": offset, "after": after, "from": from_, "to": to}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_command(
        self,
        robot_id: "str",
        command_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RobotCommand]":
        """Get one command with its state."""
        return self._http.json("GET", "/api/v1/robots/{robot_id}/commands/{command_id}", {"robot_id": robot_id, "command_id": command_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def stop_robot(
        self,
        robot_id: "str",
        body: "RobotStopRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RobotStop]":
        """Stop the robot now; the box sends the stop before it records it."""
        return self._http.json("POST", "/api/v1/robots/{robot_id}/stop", {"robot_id": robot_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def pause_run(
        self,
        job_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Job]":
        """Pause a run: the robot stops, and the run can resume from its present step."""
        return self._http.json("POST", "/api/v1/robots/runs/{job_id}/pause", {"job_id": job_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def resume_run(
        self,
        job_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Job]":
        """Resume a paused run, or confirm the plan that a text endpoint made."""
        return self._http.json("POST", "/api/v1/robots/runs/{job_id}/resume", {"job_id": job_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def list_missions(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListMissionsData]":
        """List the stored missions, oldest first."""
        return self._http.json("GET", "/api/v1/robots/missions", {"limit": limit, "offset": offset, "after": after}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def create_mission(
        self,
        body: "StoredMissionRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RobotMission]":
        """Store a mission: steps of a robot, with branches."""
        return self._http.json("POST", "/api/v1/robots/missions", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def get_mission(
        self,
        mission_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RobotMission]":
        """Get one mission."""
        return self._http.json("GET", "/api/v1/robots/missions/{mission_id}", {"mission_id": mission_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def set_mission(
        self,
        mission_id: "str",
        body: "StoredMissionRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RobotMission]":
        """Replace a mission; runs that have begun continue unchanged."""
        return self._http.json("PUT", "/api/v1/robots/missions/{mission_id}", {"mission_id": mission_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def delete_mission(
        self,
        mission_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeleteMissionData]":
        """Remove a mission; runs that have begun continue."""
        return self._http.json("DELETE", "/api/v1/robots/missions/{mission_id}", {"mission_id": mission_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def update_task(
        self,
        job_id: "str",
        body: "ChangedTaskRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RobotTask]":
        """Change the priority of a mission that waits or runs."""
        return self._http.json("PATCH", "/api/v1/robots/tasks/{job_id}", {"job_id": job_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def answer_run(
        self,
        job_id: "str",
        body: "RunAnswerRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RunAnswerRequest]":
        """Answer the question of a mission's present step."""
        return self._http.json("POST", "/api/v1/robots/runs/{job_id}/answer", {"job_id": job_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)


class AsyncRobotsApi:
    """Operations of the area robots."""

    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def run_robot(
        self,
        body: "RobotRunRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Give a robot a task: patrol, observe, follow, or a description in words; the job shows the plan."""
        return await self._http.json("POST", "/api/v1/robots/run", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def create_task(
        self,
        body: "RobotTaskRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Queue a mission for one robot, or for any robot that can; the job shows the choice."""
        return await self._http.json("POST", "/api/v1/robots/tasks", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def list_tasks(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListTasksData]":
        """List the missions that have a robot, then the queue in its order."""
        return await self._http.json("GET", "/api/v1/robots/tasks", {"limit": limit, "offset": offset, "after": after}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def list_maps(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        frame: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListMapsData]":
        """List the maps: grids and floor plans, oldest first."""
        return await self._http.json("GET", "/api/v1/robots/maps", {"limit": limit, "offset": offset, "after": after, "frame": frame}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def create_map(
        self,
        body: "RobotMapRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RobotMap]":
        """Store a grid or a floor plan; `id`, or else the name, identifies the map to replace."""
        return await self._http.json("POST", "/api/v1/robots/maps", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def get_map(
        self,
        map_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RobotMap]":
        """Get one map."""
        return await self._http.json("GET", "/api/v1/robots/maps/{map_id}", {"map_id": map_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def update_map(
        self,
        map_id: "str",
        body: "RobotMapChange",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RobotMap]":
        """Rename a map, change its level, or place its floor plan again."""
        return await self._http.json("PATCH", "/api/v1/robots/maps/{map_id}", {"map_id": map_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def delete_map(
        self,
        map_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeleteMapData]":
        """Remove a map with its picture."""
        return await self._http.json("DELETE", "/api/v1/robots/maps/{map_id}", {"map_id": map_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def list_frames(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListFramesData]":
        """List the map frames that are tied to a parent, by name."""
        return await self._http.json("GET", "/api/v1/robots/frames", {"limit": limit, "offset": offset, "after": after}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def set_frame(
        self,
        frame: "str",
        body: "RobotFrameRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RobotFrame]":
        """Tie a map frame to a parent, by its place there or by points known in both."""
        return await self._http.json("PUT", "/api/v1/robots/frames/{frame}", {"frame": frame}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def delete_frame(
        self,
        frame: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeleteFrameData]":
        """Untie a map frame from its parent."""
        return await self._http.json("DELETE", "/api/v1/robots/frames/{frame}", {"frame": frame}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def list_places(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        frame: "Optional[str]" = None,
        kind: "Optional[Literal['station', 'charger', 'door', 'lift', 'waiting', 'home']]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListPlacesData]":
        """List the places, oldest first."""
        return await self._http.json("GET", "/api/v1/robots/places", {"limit": limit, "offset": offset, "after": after, "frame": frame, "kind": kind}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def create_place(
        self,
        body: "CreatePlaceBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[CreatePlaceData]":
        """Create or change 1 to 200 places, all or none; `id`, or else the name, identifies one."""
        return await self._http.json("POST", "/api/v1/robots/places", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def delete_place(
        self,
        place_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeletePlaceData]":
        """Remove a place that nothing uses by name."""
        return await self._http.json("DELETE", "/api/v1/robots/places/{place_id}", {"place_id": place_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def list_corridors(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        frame: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListCorridorsData]":
        """List the corridors, oldest first."""
        return await self._http.json("GET", "/api/v1/robots/corridors", {"limit": limit, "offset": offset, "after": after, "frame": frame}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def create_corridor(
        self,
        body: "CreateCorridorBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[CreateCorridorData]":
        """Create or change 1 to 200 corridors, all or none; `id`, or else the name, identifies one."""
        return await self._http.json("POST", "/api/v1/robots/corridors", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def delete_corridor(
        self,
        corridor_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeleteCorridorData]":
        """Remove a corridor."""
        return await self._http.json("DELETE", "/api/v1/robots/corridors/{corridor_id}", {"corridor_id": corridor_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def create_layout(
        self,
        body: "RobotLayoutImport",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[CreateLayoutData]":
        """Import places and corridors from GeoJSON or VDMA LIF, all or none; names identify them."""
        return await self._http.json("POST", "/api/v1/robots/layout", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def get_layout(
        self,
        *,
        format: "Literal['geojson', 'lif']",
        frame: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[GetLayoutData]":
        """Export places and corridors as GeoJSON or VDMA LIF."""
        return await self._http.json("GET", "/api/v1/robots/layout", {"frame": frame, "format": format}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def list_zones(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        robot_id: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListZonesData]":
        """List stored zones, oldest first."""
        return await self._http.json("GET", "/api/v1/robots/zones", {"limit": limit, "offset": offset, "after": after, "robot_id": robot_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def create_zone(
        self,
        body: "CreateZoneBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[CreateZoneData]":
        """Create or change 1 to 200 definitions, all or none; `id`, or else robot and name, identifies one (zones)."""
        return await self._http.json("POST", "/api/v1/robots/zones", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def list_behaviors(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        robot_id: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListBehaviorsData]":
        """List stored behaviors, oldest first."""
        return await self._http.json("GET", "/api/v1/robots/behaviors", {"limit": limit, "offset": offset, "after": after, "robot_id": robot_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def create_behavior(
        self,
        body: "CreateBehaviorBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[CreateBehaviorData]":
        """Create or change 1 to 200 definitions, all or none; `id`, or else robot and name, identifies one (behaviors)."""
        return await self._http.json("POST", "/api/v1/robots/behaviors", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def list_actions(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        behavior_id: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListActionsData]":
        """List stored actions, oldest first."""
        return await self._http.json("GET", "/api/v1/robots/actions", {"limit": limit, "offset": offset, "after": after, "behavior_id": behavior_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def create_action(
        self,
        body: "CreateActionBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[CreateActionData]":
        """Create or change 1 to 200 definitions, all or none; `id`, or else robot and name, identifies one (actions)."""
        return await self._http.json("POST", "/api/v1/robots/actions", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def delete_zone(
        self,
        zone_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeleteZoneData]":
        """Remove a stored zone."""
        return await self._http.json("DELETE", "/api/v1/robots/zones/{zone_id}", {"zone_id": zone_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def delete_behavior(
        self,
        behavior_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeleteBehaviorData]":
        """Remove a stored behavior."""
        return await self._http.json("DELETE", "/api/v1/robots/behaviors/{behavior_id}", {"behavior_id": behavior_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def delete_action(
        self,
        action_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeleteActionData]":
        """Remove a stored action."""
        return await self._http.json("DELETE", "/api/v1/robots/actions/{action_id}", {"action_id": action_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def follow_robots_events(
        self,
        *,
        robot_id: "Optional[str]" = None,
        telemetry: "Optional[bool]" = None,
        last_event_id: Optional[str] = None,
    ) -> AsyncIterator[Event]:
        """Follow incidents, commands and telemetry of robots (server-sent events)."""
        return self._http.follow("GET", "/api/v1/robots/events", {"robot_id": robot_id, "telemetry": telemetry}, last_event_id)

    async def create_foxglove(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[FoxgloveAddress]":
        """Get an address at which Foxglove shows the robots live, without a key."""
        return await self._http.json("POST", "/api/v1/robots/foxglove", {}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def get_foxglove(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Follow the robots live over a WebSocket (Foxglove WebSocket protocol)."""
        return await self._http.raw("GET", "/api/v1/robots/foxglove", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def list_recordings(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        robot_id: "Optional[str]" = None,
        incident_id: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListRecordingsData]":
        """List the recordings of robots: MCAP files around incidents and on request."""
        return await self._http.json("GET", "/api/v1/robots/recordings", {"limit": limit, "offset": offset, "after": after, "robot_id": robot_id, "incident_id": incident_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_recording(
        self,
        recording_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RobotRecording]":
        """Get one recording with the address of its file."""
        return await self._http.json("GET", "/api/v1/robots/recordings/{recording_id}", {"recording_id": recording_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def delete_recording(
        self,
        recording_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeleteRecordingData]":
        """Remove a recording with its file."""
        return await self._http.json("DELETE", "/api/v1/robots/recordings/{recording_id}", {"recording_id": recording_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def recordings_robot(
        self,
        robot_id: "str",
        body: "RobotRecordingRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RobotRecording]":
        """Record a robot: its last seconds and the next ones."""
        return await self._http.json("POST", "/api/v1/robots/{robot_id}/recordings", {"robot_id": robot_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def finish_recording(
        self,
        recording_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RobotRecording]":
        """End a recording now, or as soon as no incident needs it."""
        return await self._http.json("POST", "/api/v1/robots/recordings/{recording_id}/finish", {"recording_id": recording_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def list_doors(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListDoorsData]":
        """List the doors and lifts with their state, its age, and who keeps them open."""
        return await self._http.json("GET", "/api/v1/robots/doors", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_traffic(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RobotTraffic]":
        """List the corridors and places that robots have reserved, and the robots that wait."""
        return await self._http.json("GET", "/api/v1/robots/traffic", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def free_robot(
        self,
        robot_id: "str",
        body: "FreeRobotReservations",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[FreedRobotReservations]":
        """Free all that a lost robot has reserved, once nobody is there; the box ends its command and records who did it."""
        return await self._http.json("POST", "/api/v1/robots/{robot_id}/reservations/free", {"robot_id": robot_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def list_robots(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        site: "Optional[bool]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListRobotsData]":
        """List the robots of the organisation with their states."""
        return await self._http.json("GET", "/api/v1/robots", {"limit": limit, "offset": offset, "after": after, "site": site}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def list_record(
        self,
        *,
        limit: "Optional[int]" = None,
        after: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListRecordData]":
        """Get the hash-chained record of commands, leases and stops, newest first."""
        return await self._http.json("GET", "/api/v1/robots/record", {"limit": limit, "after": after}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_robot(
        self,
        robot_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Robot]":
        """Get one robot: its settings and its state."""
        return await self._http.json("GET", "/api/v1/robots/{robot_id}", {"robot_id": robot_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def set_robot(
        self,
        robot_id: "str",
        body: "RobotRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Robot]":
        """Add a robot or change its settings; the box first stops a robot that is driving."""
        return await self._http.json("PUT", "/api/v1/robots/{robot_id}", {"robot_id": robot_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def delete_robot(
        self,
        robot_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeleteRobotData]":
        """Remove a robot; the box first stops a robot that is driving."""
        return await self._http.json("DELETE", "/api/v1/robots/{robot_id}", {"robot_id": robot_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def get_robot_status(
        self,
        robot_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RobotStatus]":
        """Get the robot's state: each value with its age and source, null if it is unknown."""
        return await self._http.json("GET", "/api/v1/robots/{robot_id}/status", {"robot_id": robot_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_robot_picture(
        self,
        robot_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Take a picture with the robot's own camera: JPEG, PNG or WebP."""
        return await self._http.raw("GET", "/api/v1/robots/{robot_id}/picture", {"robot_id": robot_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def lease_robot(
        self,
        robot_id: "str",
        body: "RobotLeaseRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RobotLease]":
        """Take the lease of a robot, or send its heartbeat."""
        return await self._http.json("POST", "/api/v1/robots/{robot_id}/lease", {"robot_id": robot_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def delete_robot_lease(
        self,
        robot_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeleteRobotLeaseData]":
        """Return the lease; the active command continues."""
        return await self._http.json("DELETE", "/api/v1/robots/{robot_id}/lease", {"robot_id": robot_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def get_robot_trace(
        self,
        robot_id: "str",
        *,
        seconds: "Optional[int]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Download the robot's last minutes as an MCAP file: reports, commands and decisions."""
        return await self._http.raw("GET", "/api/v1/robots/{robot_id}/trace.mcap", {"robot_id": robot_id, "seconds": seconds}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_robot_teleop(
        self,
        robot_id: "str",
        *,
        deadman_ms: "Optional[int]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Drive a robot by hand over a WebSocket, with heartbeat and deadman."""
        return await self._http.raw("GET", "/api/v1/robots/{robot_id}/teleop", {"robot_id": robot_id, "deadman_ms": deadman_ms}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def command_robot(
        self,
        robot_id: "str",
        body: "RobotCommandRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RobotCommand]":
        """Send a command through the safety gate; the box answers when the robot has accepted it."""
        return await self._http.json("POST", "/api/v1/robots/{robot_id}/command", {"robot_id": robot_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def list_robot_commands(
        self,
        robot_id: "str",
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        from_: "Optional[float]" = None,
        to: "Optional[float]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListRobotCommandsData]":
        """List the robot's commands, newest first, including refused ones."""
        return await self._http.json("GET", "/api/v1/robots/{robot_id}/commands", {"robot_id": robot_id, "limit": limit, "offset": offset, "after": after, "from": from_, "to": to}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_command(
        self,
        robot_id: "str",
        command_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RobotCommand]":
        """Get one command with its state."""
        return await self._http.json("GET", "/api/v1/robots/{robot_id}/commands/{command_id}", {"robot_id": robot_id, "command_id": command_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def stop_robot(
        self,
        robot_id: "str",
        body: "RobotStopRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RobotStop]":
        """Stop the robot now; the box sends the stop before it records it."""
        return await self._http.json("POST", "/api/v1/robots/{robot_id}/stop", {"robot_id": robot_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def pause_run(
        self,
        job_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Job]":
        """Pause a run: the robot stops, and the run can resume from its present step."""
        return await self._http.json("POST", "/api/v1/robots/runs/{job_id}/pause", {"job_id": job_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def resume_run(
        self,
        job_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Job]":
        """Resume a paused run, or confirm the plan that a text endpoint made."""
        return await self._http.json("POST", "/api/v1/robots/runs/{job_id}/resume", {"job_id": job_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def list_missions(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListMissionsData]":
        """List the stored missions, oldest first."""
        return await self._http.json("GET", "/api/v1/robots/missions", {"limit": limit, "offset": offset, "after": after}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def create_mission(
        self,
        body: "StoredMissionRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RobotMission]":
        """Store a mission: steps of a robot, with branches."""
        return await self._http.json("POST", "/api/v1/robots/missions", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def get_mission(
        self,
        mission_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RobotMission]":
        """Get one mission."""
        return await self._http.json("GET", "/api/v1/robots/missions/{mission_id}", {"mission_id": mission_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def set_mission(
        self,
        mission_id: "str",
        body: "StoredMissionRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RobotMission]":
        """Replace a mission; runs that have begun continue unchanged."""
        return await self._http.json("PUT", "/api/v1/robots/missions/{mission_id}", {"mission_id": mission_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def delete_mission(
        self,
        mission_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeleteMissionData]":
        """Remove a mission; runs that have begun continue."""
        return await self._http.json("DELETE", "/api/v1/robots/missions/{mission_id}", {"mission_id": mission_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def update_task(
        self,
        job_id: "str",
        body: "ChangedTaskRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RobotTask]":
        """Change the priority of a mission that waits or runs."""
        return await self._http.json("PATCH", "/api/v1/robots/tasks/{job_id}", {"job_id": job_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def answer_run(
        self,
        job_id: "str",
        body: "RunAnswerRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RunAnswerRequest]":
        """Answer the question of a mission's present step."""
        return await self._http.json("POST", "/api/v1/robots/runs/{job_id}/answer", {"job_id": job_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)


class RulesApi:
    """Operations of the area rules."""

    def __init__(self, http: SyncHttp) -> None:
        self._http = http

    def list_rules(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListRulesData]":
        """List the rules by which robots act on incidents."""
        return self._http.json("GET", "/api/v1/rules", {"limit": limit, "offset": offset, "after": after}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def list_chains(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        from_: "Optional[float]" = None,
        to: "Optional[float]" = None,
        rule_id: "Optional[str]" = None,
        incident_id: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListChainsData]":
        """List the chains of rules, newest first: frame, incident, decision, commands, outcomes."""
        return self._http.json("GET", "/api/v1/rules/chains", {"limit": limit, "offset": offset, "after": after, "from": from_, "to": to, "rule_id": rule_id, "incident_id": incident_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_chain(
        self,
        chain_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RuleChain]":
        """Get one chain, from the frame to the outcome."""
        return self._http.json("GET", "/api/v1/rules/chains/{chain_id}", {"chain_id": chain_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_rule(
        self,
        rule_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Rule]":
        """Get one rule."""
        return self._http.json("GET", "/api/v1/rules/{rule_id}", {"rule_id": rule_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def set_rule(
        self,
        rule_id: "str",
        body: "RuleRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Rule]":
        """Add or change a rule; it applies at once."""
        return self._http.json("PUT", "/api/v1/rules/{rule_id}", {"rule_id": rule_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def delete_rule(
        self,
        rule_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeleteRuleData]":
        """Remove a rule; its chains stay."""
        return self._http.json("DELETE", "/api/v1/rules/{rule_id}", {"rule_id": rule_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)


class AsyncRulesApi:
    """Operations of the area rules."""

    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def list_rules(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListRulesData]":
        """List the rules by which robots act on incidents."""
        return await self._http.json("GET", "/api/v1/rules", {"limit": limit, "offset": offset, "after": after}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def list_chains(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        from_: "Optional[float]" = None,
        to: "Optional[float]" = None,
        rule_id: "Optional[str]" = None,
        incident_id: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListChainsData]":
        """List the chains of rules, newest first: frame, incident, decision, commands, outcomes."""
        return await self._http.json("GET", "/api/v1/rules/chains", {"limit": limit, "offset": offset, "after": after, "from": from_, "to": to, "rule_id": rule_id, "incident_id": incident_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_chain(
        self,
        chain_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RuleChain]":
        """Get one chain, from the frame to the outcome."""
        return await self._http.json("GET", "/api/v1/rules/chains/{chain_id}", {"chain_id": chain_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_rule(
        self,
        rule_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Rule]":
        """Get one rule."""
        return await self._http.json("GET", "/api/v1/rules/{rule_id}", {"rule_id": rule_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def set_rule(
        self,
        rule_id: "str",
        body: "RuleRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Rule]":
        """Add or change a rule; it applies at once."""
        return await self._http.json("PUT", "/api/v1/rules/{rule_id}", {"rule_id": rule_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def delete_rule(
        self,
        rule_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeleteRuleData]":
        """Remove a rule; its chains stay."""
        return await self._http.json("DELETE", "/api/v1/rules/{rule_id}", {"rule_id": rule_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)


class RunsApi:
    """Operations of the area runs."""

    def __init__(self, http: SyncHttp) -> None:
        self._http = http

    def create_run(
        self,
        body: "RunRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Carry out 1 to 20 steps, each as a job; independent steps run at the same time."""
        return self._http.json("POST", "/api/v1/runs", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def list_runs(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        status: "Optional[Literal['queued', 'processing', 'completed', 'failed', 'cancelled']]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListRunsData]":
        """List runs, newest first, without the results of their steps."""
        return self._http.json("GET", "/api/v1/runs", {"limit": limit, "offset": offset, "after": after, "status": status}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_run(
        self,
        run_id: "str",
        *,
        wait_for_completion: "Optional[bool]" = None,
        timeout_seconds: "Optional[float]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Run]":
        """Get a run with its steps; with `wait_for_completion`, wait until it has ended."""
        return self._http.json("GET", "/api/v1/runs/{run_id}", {"run_id": run_id, "wait_for_completion": wait_for_completion, "timeout_seconds": timeout_seconds}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def cancel_run(
        self,
        run_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Run]":
        """Cancel a run and its unfinished steps; a run that has ended does not change."""
        return self._http.json("POST", "/api/v1/runs/{run_id}/cancel", {"run_id": run_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)


class AsyncRunsApi:
    """Operations of the area runs."""

    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def create_run(
        self,
        body: "RunRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Carry out 1 to 20 steps, each as a job; independent steps run at the same time."""
        return await self._http.json("POST", "/api/v1/runs", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def list_runs(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        status: "Optional[Literal['queued', 'processing', 'completed', 'failed', 'cancelled']]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListRunsData]":
        """List runs, newest first, without the results of their steps."""
        return await self._http.json("GET", "/api/v1/runs", {"limit": limit, "offset": offset, "after": after, "status": status}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_run(
        self,
        run_id: "str",
        *,
        wait_for_completion: "Optional[bool]" = None,
        timeout_seconds: "Optional[float]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Run]":
        """Get a run with its steps; with `wait_for_completion`, wait until it has ended."""
        return await self._http.json("GET", "/api/v1/runs/{run_id}", {"run_id": run_id, "wait_for_completion": wait_for_completion, "timeout_seconds": timeout_seconds}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def cancel_run(
        self,
        run_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Run]":
        """Cancel a run and its unfinished steps; a run that has ended does not change."""
        return await self._http.json("POST", "/api/v1/runs/{run_id}/cancel", {"run_id": run_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)


class SessionApi:
    """Operations of the area session."""

    def __init__(self, http: SyncHttp) -> None:
        self._http = http

    def create_session(
        self,
        body: "CreateSessionBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Session]":
        """Sign in on the page with a key, a password, a passkey, an invitation or the setup code."""
        return self._http.json("POST", "/api/v1/session", {}, body=body, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_session(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Session]":
        """Get the signed-in person or key, and the CSRF token of the session."""
        return self._http.json("GET", "/api/v1/session", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def delete_session(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeleteSessionData]":
        """Sign the page out."""
        return self._http.json("DELETE", "/api/v1/session", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_methods(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[SignInMethods]":
        """List the ways in which people can sign in on this box."""
        return self._http.json("GET", "/api/v1/session/methods", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def create_provider(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[CreateProviderData]":
        """Begin a sign-in at the site's identity provider; good once, for ten minutes."""
        return self._http.json("POST", "/api/v1/session/provider", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def list_page_sessions(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListPageSessionsData]":
        """List the caller's page sessions, newest first; with `keys:admin` all sessions of the organisation."""
        return self._http.json("GET", "/api/v1/page-sessions", {"limit": limit, "offset": offset}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def delete_page_session(
        self,
        page_session_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeletePageSessionData]":
        """End a page session at once, with its event streams, live views and manual driving."""
        return self._http.json("DELETE", "/api/v1/page-sessions/{page_session_id}", {"page_session_id": page_session_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def create_sign_in_challenge(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[PasskeyRequestOptions]":
        """Get the options for a sign-in with a passkey; they are valid once, for five minutes."""
        return self._http.json("POST", "/api/v1/session/sign-in-challenge", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)


class AsyncSessionApi:
    """Operations of the area session."""

    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def create_session(
        self,
        body: "CreateSessionBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Session]":
        """Sign in on the page with a key, a password, a passkey, an invitation or the setup code."""
        return await self._http.json("POST", "/api/v1/session", {}, body=body, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_session(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Session]":
        """Get the signed-in person or key, and the CSRF token of the session."""
        return await self._http.json("GET", "/api/v1/session", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def delete_session(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeleteSessionData]":
        """Sign the page out."""
        return await self._http.json("DELETE", "/api/v1/session", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_methods(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[SignInMethods]":
        """List the ways in which people can sign in on this box."""
        return await self._http.json("GET", "/api/v1/session/methods", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def create_provider(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[CreateProviderData]":
        """Begin a sign-in at the site's identity provider; good once, for ten minutes."""
        return await self._http.json("POST", "/api/v1/session/provider", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def list_page_sessions(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListPageSessionsData]":
        """List the caller's page sessions, newest first; with `keys:admin` all sessions of the organisation."""
        return await self._http.json("GET", "/api/v1/page-sessions", {"limit": limit, "offset": offset}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def delete_page_session(
        self,
        page_session_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeletePageSessionData]":
        """End a page session at once, with its event streams, live views and manual driving."""
        return await self._http.json("DELETE", "/api/v1/page-sessions/{page_session_id}", {"page_session_id": page_session_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def create_sign_in_challenge(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[PasskeyRequestOptions]":
        """Get the options for a sign-in with a passkey; they are valid once, for five minutes."""
        return await self._http.json("POST", "/api/v1/session/sign-in-challenge", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)


class SurveillanceApi:
    """Operations of the area surveillance."""

    def __init__(self, http: SyncHttp) -> None:
        self._http = http

    def create_stream(
        self,
        body: "StreamRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Watch a camera or a file, or analyse one picture."""
        return self._http.json("POST", "/api/v1/surveillance/streams", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def list_streams(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        site: "Optional[bool]" = None,
        state: "Optional[Literal['connecting', 'watching', 'degraded', 'offline', 'ended']]" = None,
        profile: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListStreamsData]":
        """List the streams of the organisation."""
        return self._http.json("GET", "/api/v1/surveillance/streams", {"limit": limit, "offset": offset, "after": after, "site": site, "state": state, "profile": profile}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_stream(
        self,
        stream_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Stream]":
        """Get one stream with its state, rates and drop counts."""
        return self._http.json("GET", "/api/v1/surveillance/streams/{stream_id}", {"stream_id": stream_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def update_stream(
        self,
        stream_id: "str",
        body: "StreamPatch",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Stream]":
        """Change a running stream: name, source, detector, zones, behaviors, alerts, masks, recording."""
        return self._http.json("PATCH", "/api/v1/surveillance/streams/{stream_id}", {"stream_id": stream_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def delete_stream(
        self,
        stream_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Stream]":
        """Stop a stream and cancel its job."""
        return self._http.json("DELETE", "/api/v1/surveillance/streams/{stream_id}", {"stream_id": stream_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def get_stream_snapshot(
        self,
        stream_id: "str",
        *,
        width: "Optional[int]" = None,
        annotated: "Optional[Literal['true', 'false']]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Get the newest picture with bounding boxes, zones and labels."""
        return self._http.raw("GET", "/api/v1/surveillance/streams/{stream_id}/snapshot.jpg", {"stream_id": stream_id, "width": width, "annotated": annotated}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_stream_live(
        self,
        stream_id: "str",
        *,
        width: "Optional[int]" = None,
        fps: "Optional[float]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Get live pictures with bounding boxes, zones and labels, for an <img>."""
        return self._http.raw("GET", "/api/v1/surveillance/streams/{stream_id}/live.mjpeg", {"stream_id": stream_id, "width": width, "fps": fps}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_stream_live_video(
        self,
        stream_id: "str",
        *,
        track: "Optional[Literal['main', 'sub']]" = None,
        codecs: "Optional[Literal['h264', 'any']]" = None,
        audio: "Optional[bool]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Get the camera's live video, for Media Source Extensions and players."""
        return self._http.raw("GET", "/api/v1/surveillance/streams/{stream_id}/live-video.mp4", {"stream_id": stream_id, "track": track, "codecs": codecs, "audio": audio}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def list_profiles(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListProfilesData]":
        """List the built-in profiles and their defaults."""
        return self._http.json("GET", "/api/v1/surveillance/profiles", {"limit": limit, "offset": offset, "after": after}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def list_incidents(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        stream_id: "Optional[str]" = None,
        state: "Optional[Literal['open', 'resolved']]" = None,
        severity: "Optional[Literal['info', 'warning', 'critical']]" = None,
        min_severity: "Optional[Literal['info', 'warning', 'critical']]" = None,
        type: "Optional[str]" = None,
        group_key: "Optional[str]" = None,
        search: "Optional[str]" = None,
        from_: "Optional[float]" = None,
        acknowledged: "Optional[Literal['true', 'false']]" = None,
        to: "Optional[float]" = None,
        site: "Optional[bool]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListIncidentsData]":
        """List incidents, newest first."""
        return self._http.json("GET", "/api/v1/surveillance/incidents", {"limit": limit, "offset": offset, "after": after, "stream_id": stream_id, "state": state, "severity": severity, "min_severity": min_severity, "type": type, "group_key": group_key, "search": search, "from": from_, "acknowledged": acknowledged, "to": to, "site": site}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def list_incident_groups(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        stream_id: "Optional[str]" = None,
        state: "Optional[Literal['open', 'resolved']]" = None,
        severity: "Optional[Literal['info', 'warning', 'critical']]" = None,
        min_severity: "Optional[Literal['info', 'warning', 'critical']]" = None,
        type: "Optional[str]" = None,
        group_key: "Optional[str]" = None,
        search: "Optional[str]" = None,
        from_: "Optional[float]" = None,
        acknowledged: "Optional[Literal['true', 'false']]" = None,
        to: "Optional[float]" = None,
        gap_seconds: "Optional[float]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListIncidentGroupsData]":
        """List incidents in the groups of `alerts.group_by`, across cameras, newest first."""
        return self._http.json("GET", "/api/v1/surveillance/incident-groups", {"limit": limit, "offset": offset, "after": after, "stream_id": stream_id, "state": state, "severity": severity, "min_severity": min_severity, "type": type, "group_key": group_key, "search": search, "from": from_, "acknowledged": acknowledged, "to": to, "gap_seconds": gap_seconds}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def create_review(
        self,
        body: "IncidentReview",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Review]":
        """Acknowledge, resolve or judge many incidents; a filter selects at most 500."""
        return self._http.json("POST", "/api/v1/surveillance/incidents/review", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def get_incident(
        self,
        incident_id: "str",
        *,
        locale: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Incident]":
        """Get one incident."""
        return self._http.json("GET", "/api/v1/surveillance/incidents/{incident_id}", {"incident_id": incident_id, "locale": locale}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_incident_snapshot(
        self,
        incident_id: "str",
        *,
        annotated: "Optional[Literal['true', 'false']]" = None,
        size: "Optional[Literal['full', 'thumbnail']]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Get the picture of the moment in which the incident opened, with bounding boxes and zones."""
        return self._http.raw("GET", "/api/v1/surveillance/incidents/{incident_id}/snapshot.jpg", {"incident_id": incident_id, "annotated": annotated, "size": size}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def acknowledge_incident(
        self,
        incident_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Incident]":
        """Acknowledge the incident; a second acknowledgement changes nothing."""
        return self._http.json("POST", "/api/v1/surveillance/incidents/{incident_id}/acknowledge", {"incident_id": incident_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def resolve_incident(
        self,
        incident_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Incident]":
        """Resolve the incident; a resolved incident does not change."""
        return self._http.json("POST", "/api/v1/surveillance/incidents/{incident_id}/resolve", {"incident_id": incident_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def notes_incident(
        self,
        incident_id: "str",
        body: "IncidentNote",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Incident]":
        """Add a note to the incident."""
        return self._http.json("POST", "/api/v1/surveillance/incidents/{incident_id}/notes", {"incident_id": incident_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def verdict_incident(
        self,
        incident_id: "str",
        body: "IncidentVerdict",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Incident]":
        """Mark the incident as a true or a false positive; null removes the mark."""
        return self._http.json("POST", "/api/v1/surveillance/incidents/{incident_id}/verdict", {"incident_id": incident_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def get_stream_advice(
        self,
        stream_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Advice]":
        """Show how a higher `min_score` would change the stream's incidents that have a verdict."""
        return self._http.json("GET", "/api/v1/surveillance/streams/{stream_id}/advice", {"stream_id": stream_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def follow_surveillance_events(
        self,
        *,
        stream_id: "Optional[str]" = None,
        severity: "Optional[Literal['info', 'warning', 'critical']]" = None,
        min_severity: "Optional[Literal['info', 'warning', 'critical']]" = None,
        last_event_id: Optional[str] = None,
    ) -> Iterator[Event]:
        """Follow incidents and stream states as they happen (server-sent events)."""
        return self._http.follow("GET", "/api/v1/surveillance/events", {"stream_id": stream_id, "severity": severity, "min_severity": min_severity}, last_event_id)

    def list_coverage(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        stream_id: "Optional[str]" = None,
        from_: "Optional[float]" = None,
        to: "Optional[float]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListCoverageData]":
        """List the observed and unobserved seconds of each stream by UTC hour, with the reasons."""
        return self._http.json("GET", "/api/v1/surveillance/coverage", {"limit": limit, "offset": offset, "after": after, "stream_id": stream_id, "from": from_, "to": to}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def create_policy(
        self,
        body: "PolicyRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Policy]":
        """Create a policy; it applies to its streams at once."""
        return self._http.json("POST", "/api/v1/surveillance/policies", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def list_policies(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        stream_id: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListPoliciesData]":
        """List policies, oldest first; with `stream_id` only those of that stream."""
        return self._http.json("GET", "/api/v1/surveillance/policies", {"limit": limit, "offset": offset, "after": after, "stream_id": stream_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_policy(
        self,
        policy_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Policy]":
        """Get one policy, with the streams to which it applies."""
        return self._http.json("GET", "/api/v1/surveillance/policies/{policy_id}", {"policy_id": policy_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def update_policy(
        self,
        policy_id: "str",
        body: "PolicyPatch",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Policy]":
        """Change a policy, or switch it on or off; the change applies at once."""
        return self._http.json("PATCH", "/api/v1/surveillance/policies/{policy_id}", {"policy_id": policy_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def delete_policy(
        self,
        policy_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeletePolicyData]":
        """Remove a policy; its open incidents are resolved."""
        return self._http.json("DELETE", "/api/v1/surveillance/policies/{policy_id}", {"policy_id": policy_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def replay_policy(
        self,
        policy_id: "str",
        body: "PolicyReplayRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[PolicyReplay]":
        """Compute the incidents that the policy, enabled or not, would have raised on recorded tracks."""
        return self._http.json("POST", "/api/v1/surveillance/policies/{policy_id}/replay", {"policy_id": policy_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def create_replay(
        self,
        body: "RuleReplayRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[PolicyReplay]":
        """What a rule that is not stored would have raised on recorded tracks."""
        return self._http.json("POST", "/api/v1/surveillance/policies/replay", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def create_probe(
        self,
        body: "ProbeRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Probe]":
        """Test a camera: its video, its credentials, and advice on its settings."""
        return self._http.json("POST", "/api/v1/surveillance/probe", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def create_discover(
        self,
        body: "DiscoverRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[CreateDiscoverData]":
        """Search the box's networks for cameras by WS-Discovery."""
        return self._http.json("POST", "/api/v1/surveillance/discover", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def get_stream_ptz(
        self,
        stream_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Ptz]":
        """Get the movements that the camera can make, its current view, and its stored views."""
        return self._http.json("GET", "/api/v1/surveillance/streams/{stream_id}/ptz", {"stream_id": stream_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def ptz_stream(
        self,
        stream_id: "str",
        body: "PtzRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[PtzDone]":
        """Move the stream's camera; the box stops a `move` that is not repeated."""
        return self._http.json("POST", "/api/v1/surveillance/streams/{stream_id}/ptz", {"stream_id": stream_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def get_stream_loudspeaker(
        self,
        stream_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Loudspeaker]":
        """Ask the camera whether it has a loudspeaker (ONVIF back channel)."""
        return self._http.json("GET", "/api/v1/surveillance/streams/{stream_id}/loudspeaker", {"stream_id": stream_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_stream_talk(
        self,
        stream_id: "str",
        *,
        rate_hz: "Optional[Literal[8000, 16000]]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Talk to a camera over a WebSocket."""
        return self._http.raw("GET", "/api/v1/surveillance/streams/{stream_id}/talk", {"stream_id": stream_id, "rate_hz": rate_hz}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_mode(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Mode]":
        """Get the site mode (armed, home or disarmed) and its next change."""
        return self._http.json("GET", "/api/v1/system/mode", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def set_mode(
        self,
        body: "ModeRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Mode]":
        """Set the site mode, or give it a schedule."""
        return self._http.json("PUT", "/api/v1/system/mode", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def get_models(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Models]":
        """List the detectors of the box and of its catalogue, with their cost on this box."""
        return self._http.json("GET", "/api/v1/surveillance/models", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def create_model(
        self,
        body: "CreateModelBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Models]":
        """Install a model from a file of the box, such as a USB stick."""
        return self._http.json("POST", "/api/v1/surveillance/models", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def set_default_model(
        self,
        body: "SetDefaultModelBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Models]":
        """Choose the model of streams that do not name a model."""
        return self._http.json("PUT", "/api/v1/surveillance/default-model", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def delete_model(
        self,
        name: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Models]":
        """Remove an installed model that nothing uses."""
        return self._http.json("DELETE", "/api/v1/surveillance/models/{name}", {"name": name}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def pull_model(
        self,
        name: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Models]":
        """Download and install a model of the catalogue."""
        return self._http.json("POST", "/api/v1/surveillance/models/{name}/pull", {"name": name}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def bench_model(
        self,
        name: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Models]":
        """Measure how fast an installed model runs on this box."""
        return self._http.json("POST", "/api/v1/surveillance/models/{name}/bench", {"name": name}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def hold_stream_picture(
        self,
        stream_id: "str",
        body: "HoldPicture",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Hold a picture of the live video for ten minutes, for marks of missed objects."""
        return self._http.raw("POST", "/api/v1/surveillance/streams/{stream_id}/hold-picture", {"stream_id": stream_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def mark_stream_missed_object(
        self,
        stream_id: "str",
        body: "MissedObject",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Miss]":
        """Mark an object that the detector missed, on the newest, a held or a recorded picture."""
        return self._http.json("POST", "/api/v1/surveillance/streams/{stream_id}/mark-missed-object", {"stream_id": stream_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def list_stream_missed_objects(
        self,
        stream_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListStreamMissedObjectsData]":
        """List the marked missed objects of the stream, newest first."""
        return self._http.json("GET", "/api/v1/surveillance/streams/{stream_id}/missed-objects", {"stream_id": stream_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def delete_missed_object(
        self,
        miss_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Miss]":
        """Remove the mark of a missed object."""
        return self._http.json("DELETE", "/api/v1/surveillance/missed-objects/{miss_id}", {"miss_id": miss_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def create_learn(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Models]":
        """Learn vetoes and scores from marked incidents and missed objects, in the background."""
        return self._http.json("POST", "/api/v1/surveillance/models/learn", {}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def create_unlearn(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Models]":
        """Undo the last learning."""
        return self._http.json("POST", "/api/v1/surveillance/models/unlearn", {}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def get_training_set(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Get the marked pictures with their bounding boxes in the COCO format; privacy masks are black."""
        return self._http.raw("GET", "/api/v1/surveillance/training-set.zip", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def list_stream_recordings(
        self,
        stream_id: "str",
        *,
        from_: "Optional[float]" = None,
        to: "Optional[float]" = None,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListStreamRecordingsData]":
        """List the recorded spans of a stream, oldest first, by default of the last day."""
        return self._http.json("GET", "/api/v1/surveillance/streams/{stream_id}/recordings", {"stream_id": stream_id, "from": from_, "to": to, "limit": limit, "offset": offset}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_stream_clip(
        self,
        stream_id: "str",
        *,
        from_: "Optional[float]" = None,
        to: "Optional[float]" = None,
        part: "Optional[int]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Play the recorded video of a stream, by default of the last minute."""
        return self._http.raw("GET", "/api/v1/surveillance/streams/{stream_id}/clip.mp4", {"stream_id": stream_id, "from": from_, "to": to, "part": part}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_incident_clip(
        self,
        incident_id: "str",
        *,
        part: "Optional[int]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Get the video of an incident; while it is open, the video ends at the present."""
        return self._http.raw("GET", "/api/v1/surveillance/incidents/{incident_id}/clip.mp4", {"incident_id": incident_id, "part": part}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_incident_evidence(
        self,
        incident_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Evidence]":
        """Describe the stored evidence of an incident: pictures, video, and the time until deletion."""
        return self._http.json("GET", "/api/v1/surveillance/incidents/{incident_id}/evidence", {"incident_id": incident_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_incident_export(
        self,
        incident_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Get all evidence of an incident as an archive with SHA-256 sums."""
        return self._http.raw("GET", "/api/v1/surveillance/incidents/{incident_id}/export.zip", {"incident_id": incident_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def protect_incident(
        self,
        incident_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Evidence]":
        """Protect an incident and its evidence from deletion."""
        return self._http.json("POST", "/api/v1/surveillance/incidents/{incident_id}/protect", {"incident_id": incident_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def unprotect_incident(
        self,
        incident_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Evidence]":
        """End the protection of an incident and its evidence."""
        return self._http.json("POST", "/api/v1/surveillance/incidents/{incident_id}/unprotect", {"incident_id": incident_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def list_timeline(
        self,
        *,
        stream_ids: "str",
        from_: "float",
        to: "float",
        resolution: "Optional[float]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListTimelineData]":
        """Get the recorded time, the unobserved time with its reasons, and the incidents of streams in a span."""
        return self._http.json("GET", "/api/v1/surveillance/timeline", {"stream_ids": stream_ids, "from": from_, "to": to, "resolution": resolution}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_stream_preview(
        self,
        stream_id: "str",
        *,
        at: "float",
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Get a small picture of the recorded key frame at or before a time."""
        return self._http.raw("GET", "/api/v1/surveillance/streams/{stream_id}/preview.jpg", {"stream_id": stream_id, "at": at}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_stream_time_lapse(
        self,
        stream_id: "str",
        *,
        from_: "float",
        to: "float",
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Get the key frames of a span as a film of at most two minutes."""
        return self._http.raw("GET", "/api/v1/surveillance/streams/{stream_id}/time-lapse.mp4", {"stream_id": stream_id, "from": from_, "to": to}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_export(
        self,
        *,
        stream_ids: "str",
        from_: "float",
        to: "float",
        time_lapse: "Optional[Literal['true', 'false']]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Get the video of several streams in a span, one file per stream, with SHA-256 sums."""
        return self._http.raw("GET", "/api/v1/surveillance/recordings/export.zip", {"stream_ids": stream_ids, "from": from_, "to": to, "time_lapse": time_lapse}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_incident_escalation(
        self,
        incident_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Escalation]":
        """Get who was and will be notified while nobody acknowledges an incident."""
        return self._http.json("GET", "/api/v1/surveillance/incidents/{incident_id}/escalation", {"incident_id": incident_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def delete_whep(
        self,
        stream_id: "str",
        session_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeleteWhepData]":
        """End a WebRTC session."""
        return self._http.json("DELETE", "/api/v1/surveillance/streams/{stream_id}/whep/{session_id}", {"stream_id": stream_id, "session_id": session_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)


class AsyncSurveillanceApi:
    """Operations of the area surveillance."""

    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def create_stream(
        self,
        body: "StreamRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Watch a camera or a file, or analyse one picture."""
        return await self._http.json("POST", "/api/v1/surveillance/streams", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def list_streams(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        site: "Optional[bool]" = None,
        state: "Optional[Literal['connecting', 'watching', 'degraded', 'offline', 'ended']]" = None,
        profile: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListStreamsData]":
        """List the streams of the organisation."""
        return await self._http.json("GET", "/api/v1/surveillance/streams", {"limit": limit, "offset": offset, "after": after, "site": site, "state": state, "profile": profile}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_stream(
        self,
        stream_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Stream]":
        """Get one stream with its state, rates and drop counts."""
        return await self._http.json("GET", "/api/v1/surveillance/streams/{stream_id}", {"stream_id": stream_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def update_stream(
        self,
        stream_id: "str",
        body: "StreamPatch",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Stream]":
        """Change a running stream: name, source, detector, zones, behaviors, alerts, masks, recording."""
        return await self._http.json("PATCH", "/api/v1/surveillance/streams/{stream_id}", {"stream_id": stream_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def delete_stream(
        self,
        stream_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Stream]":
        """Stop a stream and cancel its job."""
        return await self._http.json("DELETE", "/api/v1/surveillance/streams/{stream_id}", {"stream_id": stream_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def get_stream_snapshot(
        self,
        stream_id: "str",
        *,
        width: "Optional[int]" = None,
        annotated: "Optional[Literal['true', 'false']]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Get the newest picture with bounding boxes, zones and labels."""
        return await self._http.raw("GET", "/api/v1/surveillance/streams/{stream_id}/snapshot.jpg", {"stream_id": stream_id, "width": width, "annotated": annotated}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_stream_live(
        self,
        stream_id: "str",
        *,
        width: "Optional[int]" = None,
        fps: "Optional[float]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Get live pictures with bounding boxes, zones and labels, for an <img>."""
        return await self._http.raw("GET", "/api/v1/surveillance/streams/{stream_id}/live.mjpeg", {"stream_id": stream_id, "width": width, "fps": fps}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_stream_live_video(
        self,
        stream_id: "str",
        *,
        track: "Optional[Literal['main', 'sub']]" = None,
        codecs: "Optional[Literal['h264', 'any']]" = None,
        audio: "Optional[bool]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Get the camera's live video, for Media Source Extensions and players."""
        return await self._http.raw("GET", "/api/v1/surveillance/streams/{stream_id}/live-video.mp4", {"stream_id": stream_id, "track": track, "codecs": codecs, "audio": audio}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def list_profiles(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListProfilesData]":
        """List the built-in profiles and their defaults."""
        return await self._http.json("GET", "/api/v1/surveillance/profiles", {"limit": limit, "offset": offset, "after": after}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def list_incidents(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        stream_id: "Optional[str]" = None,
        state: "Optional[Literal['open', 'resolved']]" = None,
        severity: "Optional[Literal['info', 'warning', 'critical']]" = None,
        min_severity: "Optional[Literal['info', 'warning', 'critical']]" = None,
        type: "Optional[str]" = None,
        group_key: "Optional[str]" = None,
        search: "Optional[str]" = None,
        from_: "Optional[float]" = None,
        acknowledged: "Optional[Literal['true', 'false']]" = None,
        to: "Optional[float]" = None,
        site: "Optional[bool]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListIncidentsData]":
        """List incidents, newest first."""
        return await self._http.json("GET", "/api/v1/surveillance/incidents", {"limit": limit, "offset": offset, "after": after, "stream_id": stream_id, "state": state, "severity": severity, "min_severity": min_severity, "type": type, "group_key": group_key, "search": search, "from": from_, "acknowledged": acknowledged, "to": to, "site": site}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def list_incident_groups(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        stream_id: "Optional[str]" = None,
        state: "Optional[Literal['open', 'resolved']]" = None,
        severity: "Optional[Literal['info', 'warning', 'critical']]" = None,
        min_severity: "Optional[Literal['info', 'warning', 'critical']]" = None,
        type: "Optional[str]" = None,
        group_key: "Optional[str]" = None,
        search: "Optional[str]" = None,
        from_: "Optional[float]" = None,
        acknowledged: "Optional[Literal['true', 'false']]" = None,
        to: "Optional[float]" = None,
        gap_seconds: "Optional[float]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListIncidentGroupsData]":
        """List incidents in the groups of `alerts.group_by`, across cameras, newest first."""
        return await self._http.json("GET", "/api/v1/surveillance/incident-groups", {"limit": limit, "offset": offset, "after": after, "stream_id": stream_id, "state": state, "severity": severity, "min_severity": min_severity, "type": type, "group_key": group_key, "search": search, "from": from_, "acknowledged": acknowledged, "to": to, "gap_seconds": gap_seconds}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def create_review(
        self,
        body: "IncidentReview",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Review]":
        """Acknowledge, resolve or judge many incidents; a filter selects at most 500."""
        return await self._http.json("POST", "/api/v1/surveillance/incidents/review", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def get_incident(
        self,
        incident_id: "str",
        *,
        locale: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Incident]":
        """Get one incident."""
        return await self._http.json("GET", "/api/v1/surveillance/incidents/{incident_id}", {"incident_id": incident_id, "locale": locale}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_incident_snapshot(
        self,
        incident_id: "str",
        *,
        annotated: "Optional[Literal['true', 'false']]" = None,
        size: "Optional[Literal['full', 'thumbnail']]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Get the picture of the moment in which the incident opened, with bounding boxes and zones."""
        return await self._http.raw("GET", "/api/v1/surveillance/incidents/{incident_id}/snapshot.jpg", {"incident_id": incident_id, "annotated": annotated, "size": size}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def acknowledge_incident(
        self,
        incident_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Incident]":
        """Acknowledge the incident; a second acknowledgement changes nothing."""
        return await self._http.json("POST", "/api/v1/surveillance/incidents/{incident_id}/acknowledge", {"incident_id": incident_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def resolve_incident(
        self,
        incident_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Incident]":
        """Resolve the incident; a resolved incident does not change."""
        return await self._http.json("POST", "/api/v1/surveillance/incidents/{incident_id}/resolve", {"incident_id": incident_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def notes_incident(
        self,
        incident_id: "str",
        body: "IncidentNote",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Incident]":
        """Add a note to the incident."""
        return await self._http.json("POST", "/api/v1/surveillance/incidents/{incident_id}/notes", {"incident_id": incident_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def verdict_incident(
        self,
        incident_id: "str",
        body: "IncidentVerdict",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Incident]":
        """Mark the incident as a true or a false positive; null removes the mark."""
        return await self._http.json("POST", "/api/v1/surveillance/incidents/{incident_id}/verdict", {"incident_id": incident_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def get_stream_advice(
        self,
        stream_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Advice]":
        """Show how a higher `min_score` would change the stream's incidents that have a verdict."""
        return await self._http.json("GET", "/api/v1/surveillance/streams/{stream_id}/advice", {"stream_id": stream_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def follow_surveillance_events(
        self,
        *,
        stream_id: "Optional[str]" = None,
        severity: "Optional[Literal['info', 'warning', 'critical']]" = None,
        min_severity: "Optional[Literal['info', 'warning', 'critical']]" = None,
        last_event_id: Optional[str] = None,
    ) -> AsyncIterator[Event]:
        """Follow incidents and stream states as they happen (server-sent events)."""
        return self._http.follow("GET", "/api/v1/surveillance/events", {"stream_id": stream_id, "severity": severity, "min_severity": min_severity}, last_event_id)

    async def list_coverage(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        stream_id: "Optional[str]" = None,
        from_: "Optional[float]" = None,
        to: "Optional[float]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListCoverageData]":
        """List the observed and unobserved seconds of each stream by UTC hour, with the reasons."""
        return await self._http.json("GET", "/api/v1/surveillance/coverage", {"limit": limit, "offset": offset, "after": after, "stream_id": stream_id, "from": from_, "to": to}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def create_policy(
        self,
        body: "PolicyRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Policy]":
        """Create a policy; it applies to its streams at once."""
        return await self._http.json("POST", "/api/v1/surveillance/policies", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def list_policies(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        stream_id: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListPoliciesData]":
        """List policies, oldest first; with `stream_id` only those of that stream."""
        return await self._http.json("GET", "/api/v1/surveillance/policies", {"limit": limit, "offset": offset, "after": after, "stream_id": stream_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_policy(
        self,
        policy_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Policy]":
        """Get one policy, with the streams to which it applies."""
        return await self._http.json("GET", "/api/v1/surveillance/policies/{policy_id}", {"policy_id": policy_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def update_policy(
        self,
        policy_id: "str",
        body: "PolicyPatch",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Policy]":
        """Change a policy, or switch it on or off; the change applies at once."""
        return await self._http.json("PATCH", "/api/v1/surveillance/policies/{policy_id}", {"policy_id": policy_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def delete_policy(
        self,
        policy_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeletePolicyData]":
        """Remove a policy; its open incidents are resolved."""
        return await self._http.json("DELETE", "/api/v1/surveillance/policies/{policy_id}", {"policy_id": policy_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def replay_policy(
        self,
        policy_id: "str",
        body: "PolicyReplayRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[PolicyReplay]":
        """Compute the incidents that the policy, enabled or not, would have raised on recorded tracks."""
        return await self._http.json("POST", "/api/v1/surveillance/policies/{policy_id}/replay", {"policy_id": policy_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def create_replay(
        self,
        body: "RuleReplayRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[PolicyReplay]":
        """What a rule that is not stored would have raised on recorded tracks."""
        return await self._http.json("POST", "/api/v1/surveillance/policies/replay", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def create_probe(
        self,
        body: "ProbeRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Probe]":
        """Test a camera: its video, its credentials, and advice on its settings."""
        return await self._http.json("POST", "/api/v1/surveillance/probe", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def create_discover(
        self,
        body: "DiscoverRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[CreateDiscoverData]":
        """Search the box's networks for cameras by WS-Discovery."""
        return await self._http.json("POST", "/api/v1/surveillance/discover", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def get_stream_ptz(
        self,
        stream_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Ptz]":
        """Get the movements that the camera can make, its current view, and its stored views."""
        return await self._http.json("GET", "/api/v1/surveillance/streams/{stream_id}/ptz", {"stream_id": stream_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def ptz_stream(
        self,
        stream_id: "str",
        body: "PtzRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[PtzDone]":
        """Move the stream's camera; the box stops a `move` that is not repeated."""
        return await self._http.json("POST", "/api/v1/surveillance/streams/{stream_id}/ptz", {"stream_id": stream_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def get_stream_loudspeaker(
        self,
        stream_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Loudspeaker]":
        """Ask the camera whether it has a loudspeaker (ONVIF back channel)."""
        return await self._http.json("GET", "/api/v1/surveillance/streams/{stream_id}/loudspeaker", {"stream_id": stream_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_stream_talk(
        self,
        stream_id: "str",
        *,
        rate_hz: "Optional[Literal[8000, 16000]]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Talk to a camera over a WebSocket."""
        return await self._http.raw("GET", "/api/v1/surveillance/streams/{stream_id}/talk", {"stream_id": stream_id, "rate_hz": rate_hz}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_mode(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Mode]":
        """Get the site mode (armed, home or disarmed) and its next change."""
        return await self._http.json("GET", "/api/v1/system/mode", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def set_mode(
        self,
        body: "ModeRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Mode]":
        """Set the site mode, or give it a schedule."""
        return await self._http.json("PUT", "/api/v1/system/mode", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def get_models(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Models]":
        """List the detectors of the box and of its catalogue, with their cost on this box."""
        return await self._http.json("GET", "/api/v1/surveillance/models", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def create_model(
        self,
        body: "CreateModelBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Models]":
        """Install a model from a file of the box, such as a USB stick."""
        return await self._http.json("POST", "/api/v1/surveillance/models", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def set_default_model(
        self,
        body: "SetDefaultModelBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Models]":
        """Choose the model of streams that do not name a model."""
        return await self._http.json("PUT", "/api/v1/surveillance/default-model", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def delete_model(
        self,
        name: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Models]":
        """Remove an installed model that nothing uses."""
        return await self._http.json("DELETE", "/api/v1/surveillance/models/{name}", {"name": name}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def pull_model(
        self,
        name: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Models]":
        """Download and install a model of the catalogue."""
        return await self._http.json("POST", "/api/v1/surveillance/models/{name}/pull", {"name": name}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def bench_model(
        self,
        name: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Models]":
        """Measure how fast an installed model runs on this box."""
        return await self._http.json("POST", "/api/v1/surveillance/models/{name}/bench", {"name": name}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def hold_stream_picture(
        self,
        stream_id: "str",
        body: "HoldPicture",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Hold a picture of the live video for ten minutes, for marks of missed objects."""
        return await self._http.raw("POST", "/api/v1/surveillance/streams/{stream_id}/hold-picture", {"stream_id": stream_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def mark_stream_missed_object(
        self,
        stream_id: "str",
        body: "MissedObject",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Miss]":
        """Mark an object that the detector missed, on the newest, a held or a recorded picture."""
        return await self._http.json("POST", "/api/v1/surveillance/streams/{stream_id}/mark-missed-object", {"stream_id": stream_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def list_stream_missed_objects(
        self,
        stream_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListStreamMissedObjectsData]":
        """List the marked missed objects of the stream, newest first."""
        return await self._http.json("GET", "/api/v1/surveillance/streams/{stream_id}/missed-objects", {"stream_id": stream_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def delete_missed_object(
        self,
        miss_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Miss]":
        """Remove the mark of a missed object."""
        return await self._http.json("DELETE", "/api/v1/surveillance/missed-objects/{miss_id}", {"miss_id": miss_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def create_learn(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Models]":
        """Learn vetoes and scores from marked incidents and missed objects, in the background."""
        return await self._http.json("POST", "/api/v1/surveillance/models/learn", {}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def create_unlearn(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Models]":
        """Undo the last learning."""
        return await self._http.json("POST", "/api/v1/surveillance/models/unlearn", {}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def get_training_set(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Get the marked pictures with their bounding boxes in the COCO format; privacy masks are black."""
        return await self._http.raw("GET", "/api/v1/surveillance/training-set.zip", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def list_stream_recordings(
        self,
        stream_id: "str",
        *,
        from_: "Optional[float]" = None,
        to: "Optional[float]" = None,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListStreamRecordingsData]":
        """List the recorded spans of a stream, oldest first, by default of the last day."""
        return await self._http.json("GET", "/api/v1/surveillance/streams/{stream_id}/recordings", {"stream_id": stream_id, "from": from_, "to": to, "limit": limit, "offset": offset}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_stream_clip(
        self,
        stream_id: "str",
        *,
        from_: "Optional[float]" = None,
        to: "Optional[float]" = None,
        part: "Optional[int]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Play the recorded video of a stream, by default of the last minute."""
        return await self._http.raw("GET", "/api/v1/surveillance/streams/{stream_id}/clip.mp4", {"stream_id": stream_id, "from": from_, "to": to, "part": part}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_incident_clip(
        self,
        incident_id: "str",
        *,
        part: "Optional[int]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Get the video of an incident; while it is open, the video ends at the present."""
        return await self._http.raw("GET", "/api/v1/surveillance/incidents/{incident_id}/clip.mp4", {"incident_id": incident_id, "part": part}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_incident_evidence(
        self,
        incident_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Evidence]":
        """Describe the stored evidence of an incident: pictures, video, and the time until deletion."""
        return await self._http.json("GET", "/api/v1/surveillance/incidents/{incident_id}/evidence", {"incident_id": incident_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_incident_export(
        self,
        incident_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Get all evidence of an incident as an archive with SHA-256 sums."""
        return await self._http.raw("GET", "/api/v1/surveillance/incidents/{incident_id}/export.zip", {"incident_id": incident_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def protect_incident(
        self,
        incident_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Evidence]":
        """Protect an incident and its evidence from deletion."""
        return await self._http.json("POST", "/api/v1/surveillance/incidents/{incident_id}/protect", {"incident_id": incident_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def unprotect_incident(
        self,
        incident_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Evidence]":
        """End the protection of an incident and its evidence."""
        return await self._http.json("POST", "/api/v1/surveillance/incidents/{incident_id}/unprotect", {"incident_id": incident_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def list_timeline(
        self,
        *,
        stream_ids: "str",
        from_: "float",
        to: "float",
        resolution: "Optional[float]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListTimelineData]":
        """Get the recorded time, the unobserved time with its reasons, and the incidents of streams in a span."""
        return await self._http.json("GET", "/api/v1/surveillance/timeline", {"stream_ids": stream_ids, "from": from_, "to": to, "resolution": resolution}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_stream_preview(
        self,
        stream_id: "str",
        *,
        at: "float",
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Get a small picture of the recorded key frame at or before a time."""
        return await self._http.raw("GET", "/api/v1/surveillance/streams/{stream_id}/preview.jpg", {"stream_id": stream_id, "at": at}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_stream_time_lapse(
        self,
        stream_id: "str",
        *,
        from_: "float",
        to: "float",
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Get the key frames of a span as a film of at most two minutes."""
        return await self._http.raw("GET", "/api/v1/surveillance/streams/{stream_id}/time-lapse.mp4", {"stream_id": stream_id, "from": from_, "to": to}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_export(
        self,
        *,
        stream_ids: "str",
        from_: "float",
        to: "float",
        time_lapse: "Optional[Literal['true', 'false']]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Get the video of several streams in a span, one file per stream, with SHA-256 sums."""
        return await self._http.raw("GET", "/api/v1/surveillance/recordings/export.zip", {"stream_ids": stream_ids, "from": from_, "to": to, "time_lapse": time_lapse}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_incident_escalation(
        self,
        incident_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Escalation]":
        """Get who was and will be notified while nobody acknowledges an incident."""
        return await self._http.json("GET", "/api/v1/surveillance/incidents/{incident_id}/escalation", {"incident_id": incident_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def delete_whep(
        self,
        stream_id: "str",
        session_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeleteWhepData]":
        """End a WebRTC session."""
        return await self._http.json("DELETE", "/api/v1/surveillance/streams/{stream_id}/whep/{session_id}", {"stream_id": stream_id, "session_id": session_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)


class SystemApi:
    """Operations of the area system."""

    def __init__(self, http: SyncHttp) -> None:
        self._http = http

    def list_egress(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListEgressData]":
        """List the transfers to model endpoints, newest first."""
        return self._http.json("GET", "/api/v1/egress", {"limit": limit, "offset": offset, "after": after}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_records(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[GetRecordsData]":
        """List conflicts and refused records of what the boxes of the fleet share."""
        return self._http.json("GET", "/api/v1/fleet/records", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def resolve_conflict(
        self,
        conflict_id: "str",
        body: "ConflictChoice",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ResolveConflictData]":
        """Choose which of two versions of a shared record stands."""
        return self._http.json("POST", "/api/v1/fleet/conflicts/{conflict_id}/resolve", {"conflict_id": conflict_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def trust_boxe(
        self,
        box_id: "str",
        body: "BoxTrust",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[TrustBoxeData]":
        """Accept the new key of a box of the fleet."""
        return self._http.json("POST", "/api/v1/fleet/boxes/{box_id}/trust", {"box_id": box_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def get_healthz(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[GetHealthzData]":
        """Answer 200 while the process runs."""
        return self._http.json("GET", "/healthz", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_readyz(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[GetReadyzData]":
        """Answer 200 when the box accepts work, otherwise 503 `not_ready` with the missing parts."""
        return self._http.json("GET", "/readyz", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def create_leave(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[CreateLeaveData]":
        """Leave safe mode: resume cameras and robots that were paused after repeated crashes."""
        return self._http.json("POST", "/api/v1/system/safe-mode/leave", {}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def get_metrics(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Get the metrics of the box in the text format of Prometheus."""
        return self._http.raw("GET", "/metrics", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_system(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[System]":
        """Get the state of the box: version, parts, detectors, store, counters and alarms."""
        return self._http.json("GET", "/api/v1/system", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_history(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[SystemHistory]":
        """Get disk, memory, load, temperature, cameras and queue for each minute since the start, at most of the last day."""
        return self._http.json("GET", "/api/v1/system/history", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_doctor(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Doctor]":
        """Get the doctor's current or last examination since the start: the faults, and what to do."""
        return self._http.json("GET", "/api/v1/system/doctor", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def run_doctor(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Doctor]":
        """Start an examination of the box, unless one is running."""
        return self._http.json("POST", "/api/v1/system/doctor/run", {}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def get_capacity(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Capacity]":
        """Get the estimate of how many cameras the box carries, and how many more fit now."""
        return self._http.json("GET", "/api/v1/system/capacity", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def run_capacity(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Capacity]":
        """Measure what cameras cost the box, which takes about a minute, unless it measures now."""
        return self._http.json("POST", "/api/v1/system/capacity/run", {}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def get_configuration(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Configuration]":
        """Get every setting with its value, default and origin, without secrets."""
        return self._http.json("GET", "/api/v1/system/configuration", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def create_check(
        self,
        body: "CreateCheckBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ConfigurationCheck]":
        """Check the text of a site file: list every problem with its line, and the settings that it changes. This changes nothing."""
        return self._http.json("POST", "/api/v1/system/configuration/check", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def get_file(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[SiteFile]":
        """Get the site file as written, with hidden secrets, and the state of a trial."""
        return self._http.json("GET", "/api/v1/system/configuration/file", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def set_file(
        self,
        body: "SetFileBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[SiteFileApplied]":
        """Put a site file on trial, with a restart where a setting needs one; without a confirmation within 60 s the former file returns."""
        return self._http.json("PUT", "/api/v1/system/configuration/file", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def create_confirm(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[SiteFile]":
        """Keep the site file that is on trial."""
        return self._http.json("POST", "/api/v1/system/configuration/confirm", {}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def get_backups(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Backups]":
        """The backups that the box finds, and the work on them."""
        return self._http.json("GET", "/api/v1/system/backups", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def create_backup(
        self,
        body: "CreateBackupBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Backups]":
        """Make and check a backup while the box runs."""
        return self._http.json("POST", "/api/v1/system/backups", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def get_backup(
        self,
        name: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[BackupDetail]":
        """A backup, and what the box would lose by restoring it."""
        return self._http.json("GET", "/api/v1/system/backups/{name}", {"name": name}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def delete_backup(
        self,
        name: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Backups]":
        """Remove a backup from the box's own folder."""
        return self._http.json("DELETE", "/api/v1/system/backups/{name}", {"name": name}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def verify_backup(
        self,
        name: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Backups]":
        """Read a backup from end to end and compare it with its checksums."""
        return self._http.json("POST", "/api/v1/system/backups/{name}/verify", {"name": name}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def restore_backup(
        self,
        name: "str",
        body: "RestoreBackupBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Backups]":
        """Check a backup, then restart the box with its data; the former data is set aside."""
        return self._http.json("POST", "/api/v1/system/backups/{name}/restore", {"name": name}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def get_backup_file(
        self,
        name: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Download a backup."""
        return self._http.raw("GET", "/api/v1/system/backups/{name}/file", {"name": name}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def delete_former(
        self,
        name: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Backups]":
        """Remove the data that a restore has set aside."""
        return self._http.json("DELETE", "/api/v1/system/backups/former/{name}", {"name": name}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def get_upgrade(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Upgrade]":
        """The running release, the previous one, and the bundle that has arrived."""
        return self._http.json("GET", "/api/v1/system/upgrade", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def delete_bundle(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Upgrade]":
        """Remove the bundle that has arrived."""
        return self._http.json("DELETE", "/api/v1/system/upgrade/bundle", {}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def create_install(
        self,
        body: "CreateInstallBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Upgrade]":
        """Install the bundle that has arrived and restart; the old release returns by itself."""
        return self._http.json("POST", "/api/v1/system/upgrade/install", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def create_rollback(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Upgrade]":
        """Return to the release before the last upgrade and restart."""
        return self._http.json("POST", "/api/v1/system/upgrade/rollback", {}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def get_openapi(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Dict[str, Any]:
        """Get this API as an OpenAPI 3.1 document."""
        return self._http.plain("GET", "/openapi.json", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_postman(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Dict[str, Any]:
        """Get this API as a Postman collection."""
        return self._http.plain("GET", "/postman.json", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_reference(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Get this API as a page."""
        return self._http.raw("GET", "/docs/reference", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)


class AsyncSystemApi:
    """Operations of the area system."""

    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def list_egress(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListEgressData]":
        """List the transfers to model endpoints, newest first."""
        return await self._http.json("GET", "/api/v1/egress", {"limit": limit, "offset": offset, "after": after}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_records(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[GetRecordsData]":
        """List conflicts and refused records of what the boxes of the fleet share."""
        return await self._http.json("GET", "/api/v1/fleet/records", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def resolve_conflict(
        self,
        conflict_id: "str",
        body: "ConflictChoice",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ResolveConflictData]":
        """Choose which of two versions of a shared record stands."""
        return await self._http.json("POST", "/api/v1/fleet/conflicts/{conflict_id}/resolve", {"conflict_id": conflict_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def trust_boxe(
        self,
        box_id: "str",
        body: "BoxTrust",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[TrustBoxeData]":
        """Accept the new key of a box of the fleet."""
        return await self._http.json("POST", "/api/v1/fleet/boxes/{box_id}/trust", {"box_id": box_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def get_healthz(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[GetHealthzData]":
        """Answer 200 while the process runs."""
        return await self._http.json("GET", "/healthz", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_readyz(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[GetReadyzData]":
        """Answer 200 when the box accepts work, otherwise 503 `not_ready` with the missing parts."""
        return await self._http.json("GET", "/readyz", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def create_leave(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[CreateLeaveData]":
        """Leave safe mode: resume cameras and robots that were paused after repeated crashes."""
        return await self._http.json("POST", "/api/v1/system/safe-mode/leave", {}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def get_metrics(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Get the metrics of the box in the text format of Prometheus."""
        return await self._http.raw("GET", "/metrics", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_system(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[System]":
        """Get the state of the box: version, parts, detectors, store, counters and alarms."""
        return await self._http.json("GET", "/api/v1/system", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_history(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[SystemHistory]":
        """Get disk, memory, load, temperature, cameras and queue for each minute since the start, at most of the last day."""
        return await self._http.json("GET", "/api/v1/system/history", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_doctor(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Doctor]":
        """Get the doctor's current or last examination since the start: the faults, and what to do."""
        return await self._http.json("GET", "/api/v1/system/doctor", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def run_doctor(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Doctor]":
        """Start an examination of the box, unless one is running."""
        return await self._http.json("POST", "/api/v1/system/doctor/run", {}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def get_capacity(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Capacity]":
        """Get the estimate of how many cameras the box carries, and how many more fit now."""
        return await self._http.json("GET", "/api/v1/system/capacity", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def run_capacity(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Capacity]":
        """Measure what cameras cost the box, which takes about a minute, unless it measures now."""
        return await self._http.json("POST", "/api/v1/system/capacity/run", {}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def get_configuration(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Configuration]":
        """Get every setting with its value, default and origin, without secrets."""
        return await self._http.json("GET", "/api/v1/system/configuration", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def create_check(
        self,
        body: "CreateCheckBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ConfigurationCheck]":
        """Check the text of a site file: list every problem with its line, and the settings that it changes. This changes nothing."""
        return await self._http.json("POST", "/api/v1/system/configuration/check", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def get_file(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[SiteFile]":
        """Get the site file as written, with hidden secrets, and the state of a trial."""
        return await self._http.json("GET", "/api/v1/system/configuration/file", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def set_file(
        self,
        body: "SetFileBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[SiteFileApplied]":
        """Put a site file on trial, with a restart where a setting needs one; without a confirmation within 60 s the former file returns."""
        return await self._http.json("PUT", "/api/v1/system/configuration/file", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def create_confirm(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[SiteFile]":
        """Keep the site file that is on trial."""
        return await self._http.json("POST", "/api/v1/system/configuration/confirm", {}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def get_backups(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Backups]":
        """The backups that the box finds, and the work on them."""
        return await self._http.json("GET", "/api/v1/system/backups", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def create_backup(
        self,
        body: "CreateBackupBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Backups]":
        """Make and check a backup while the box runs."""
        return await self._http.json("POST", "/api/v1/system/backups", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def get_backup(
        self,
        name: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[BackupDetail]":
        """A backup, and what the box would lose by restoring it."""
        return await self._http.json("GET", "/api/v1/system/backups/{name}", {"name": name}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def delete_backup(
        self,
        name: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Backups]":
        """Remove a backup from the box's own folder."""
        return await self._http.json("DELETE", "/api/v1/system/backups/{name}", {"name": name}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def verify_backup(
        self,
        name: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Backups]":
        """Read a backup from end to end and compare it with its checksums."""
        return await self._http.json("POST", "/api/v1/system/backups/{name}/verify", {"name": name}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def restore_backup(
        self,
        name: "str",
        body: "RestoreBackupBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Backups]":
        """Check a backup, then restart the box with its data; the former data is set aside."""
        return await self._http.json("POST", "/api/v1/system/backups/{name}/restore", {"name": name}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def get_backup_file(
        self,
        name: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Download a backup."""
        return await self._http.raw("GET", "/api/v1/system/backups/{name}/file", {"name": name}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def delete_former(
        self,
        name: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Backups]":
        """Remove the data that a restore has set aside."""
        return await self._http.json("DELETE", "/api/v1/system/backups/former/{name}", {"name": name}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def get_upgrade(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Upgrade]":
        """The running release, the previous one, and the bundle that has arrived."""
        return await self._http.json("GET", "/api/v1/system/upgrade", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def delete_bundle(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Upgrade]":
        """Remove the bundle that has arrived."""
        return await self._http.json("DELETE", "/api/v1/system/upgrade/bundle", {}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def create_install(
        self,
        body: "CreateInstallBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Upgrade]":
        """Install the bundle that has arrived and restart; the old release returns by itself."""
        return await self._http.json("POST", "/api/v1/system/upgrade/install", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def create_rollback(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Upgrade]":
        """Return to the release before the last upgrade and restart."""
        return await self._http.json("POST", "/api/v1/system/upgrade/rollback", {}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def get_openapi(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Dict[str, Any]:
        """Get this API as an OpenAPI 3.1 document."""
        return await self._http.plain("GET", "/openapi.json", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_postman(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Dict[str, Any]:
        """Get this API as a Postman collection."""
        return await self._http.plain("GET", "/postman.json", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_reference(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> bytes:
        """Get this API as a page."""
        return await self._http.raw("GET", "/docs/reference", {}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)


class VoiceApi:
    """Operations of the area voice."""

    def __init__(self, http: SyncHttp) -> None:
        self._http = http

    def preview_voice_agent(
        self,
        agent_id: "str",
        body: "VoicePreview",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Speak an agent's greeting, or a text, as a WAV file."""
        return self._http.json("POST", "/api/v1/voice/agents/{agent_id}/preview", {"agent_id": agent_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def create_voice_agent(
        self,
        body: "VoiceAgentRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[VoiceAgent]":
        """Create a voice agent."""
        return self._http.json("POST", "/api/v1/voice/agents", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def list_voice_agents(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListVoiceAgentsData]":
        """List voice agents, oldest first."""
        return self._http.json("GET", "/api/v1/voice/agents", {"limit": limit, "offset": offset, "after": after}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_voice_agent(
        self,
        agent_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[VoiceAgent]":
        """Get one voice agent."""
        return self._http.json("GET", "/api/v1/voice/agents/{agent_id}", {"agent_id": agent_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def update_voice_agent(
        self,
        agent_id: "str",
        body: "VoiceAgentPatch",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[VoiceAgent]":
        """Change a voice agent; null removes an optional field."""
        return self._http.json("PATCH", "/api/v1/voice/agents/{agent_id}", {"agent_id": agent_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def delete_voice_agent(
        self,
        agent_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeleteVoiceAgentData]":
        """Delete a voice agent; its sessions continue."""
        return self._http.json("DELETE", "/api/v1/voice/agents/{agent_id}", {"agent_id": agent_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def list_voices(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        source: "Optional[Literal['box', 'openai', 'elevenlabs']]" = None,
        language: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListVoicesData]":
        """List voices of the box and of the configured providers."""
        return self._http.json("GET", "/api/v1/voice/voices", {"limit": limit, "offset": offset, "after": after, "source": source, "language": language}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def create_voice_session(
        self,
        body: "VoiceSessionRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[CreatedVoiceSession]":
        """Open a voice session; only this answer has the client secret."""
        return self._http.json("POST", "/api/v1/voice/sessions", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def list_voice_sessions(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListVoiceSessionsData]":
        """List voice sessions, newest first."""
        return self._http.json("GET", "/api/v1/voice/sessions", {"limit": limit, "offset": offset, "after": after}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_voice_session(
        self,
        session_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[VoiceSession]":
        """Get one voice session."""
        return self._http.json("GET", "/api/v1/voice/sessions/{session_id}", {"session_id": session_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def complete_voice_session(
        self,
        session_id: "str",
        body: "VoiceSessionComplete",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[VoiceSession]":
        """End a voice session with its summary; repeating the request changes nothing."""
        return self._http.json("POST", "/api/v1/voice/sessions/{session_id}/complete", {"session_id": session_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def create_voice_event(
        self,
        body: "Dict[str, Any]",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[CreateVoiceEventData]":
        """Receive an event from a voice provider, authenticated by the provider's signature."""
        return self._http.json("POST", "/api/v1/voice/webhooks/realtime", {}, body=body, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)


class AsyncVoiceApi:
    """Operations of the area voice."""

    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def preview_voice_agent(
        self,
        agent_id: "str",
        body: "VoicePreview",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[JobAccepted]":
        """Speak an agent's greeting, or a text, as a WAV file."""
        return await self._http.json("POST", "/api/v1/voice/agents/{agent_id}/preview", {"agent_id": agent_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def create_voice_agent(
        self,
        body: "VoiceAgentRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[VoiceAgent]":
        """Create a voice agent."""
        return await self._http.json("POST", "/api/v1/voice/agents", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def list_voice_agents(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListVoiceAgentsData]":
        """List voice agents, oldest first."""
        return await self._http.json("GET", "/api/v1/voice/agents", {"limit": limit, "offset": offset, "after": after}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_voice_agent(
        self,
        agent_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[VoiceAgent]":
        """Get one voice agent."""
        return await self._http.json("GET", "/api/v1/voice/agents/{agent_id}", {"agent_id": agent_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def update_voice_agent(
        self,
        agent_id: "str",
        body: "VoiceAgentPatch",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[VoiceAgent]":
        """Change a voice agent; null removes an optional field."""
        return await self._http.json("PATCH", "/api/v1/voice/agents/{agent_id}", {"agent_id": agent_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def delete_voice_agent(
        self,
        agent_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeleteVoiceAgentData]":
        """Delete a voice agent; its sessions continue."""
        return await self._http.json("DELETE", "/api/v1/voice/agents/{agent_id}", {"agent_id": agent_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def list_voices(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        source: "Optional[Literal['box', 'openai', 'elevenlabs']]" = None,
        language: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListVoicesData]":
        """List voices of the box and of the configured providers."""
        return await self._http.json("GET", "/api/v1/voice/voices", {"limit": limit, "offset": offset, "after": after, "source": source, "language": language}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def create_voice_session(
        self,
        body: "VoiceSessionRequest",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[CreatedVoiceSession]":
        """Open a voice session; only this answer has the client secret."""
        return await self._http.json("POST", "/api/v1/voice/sessions", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def list_voice_sessions(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListVoiceSessionsData]":
        """List voice sessions, newest first."""
        return await self._http.json("GET", "/api/v1/voice/sessions", {"limit": limit, "offset": offset, "after": after}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_voice_session(
        self,
        session_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[VoiceSession]":
        """Get one voice session."""
        return await self._http.json("GET", "/api/v1/voice/sessions/{session_id}", {"session_id": session_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def complete_voice_session(
        self,
        session_id: "str",
        body: "VoiceSessionComplete",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[VoiceSession]":
        """End a voice session with its summary; repeating the request changes nothing."""
        return await self._http.json("POST", "/api/v1/voice/sessions/{session_id}/complete", {"session_id": session_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def create_voice_event(
        self,
        body: "Dict[str, Any]",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[CreateVoiceEventData]":
        """Receive an event from a voice provider, authenticated by the provider's signature."""
        return await self._http.json("POST", "/api/v1/voice/webhooks/realtime", {}, body=body, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)


class WebhooksApi:
    """Operations of the area webhooks."""

    def __init__(self, http: SyncHttp) -> None:
        self._http = http

    def create_webhook(
        self,
        body: "CreateWebhookBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Webhook]":
        """Register a webhook; the secret is never shown again."""
        return self._http.json("POST", "/api/v1/webhooks", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def list_webhooks(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListWebhooksData]":
        """List the organisation's webhooks, oldest first."""
        return self._http.json("GET", "/api/v1/webhooks", {"limit": limit, "offset": offset, "after": after}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def get_webhook(
        self,
        webhook_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Webhook]":
        """Get one webhook."""
        return self._http.json("GET", "/api/v1/webhooks/{webhook_id}", {"webhook_id": webhook_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def update_webhook(
        self,
        webhook_id: "str",
        body: "UpdateWebhookBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Webhook]":
        """Change a webhook, or switch it on or off."""
        return self._http.json("PATCH", "/api/v1/webhooks/{webhook_id}", {"webhook_id": webhook_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def delete_webhook(
        self,
        webhook_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeleteWebhookData]":
        """Delete a webhook and its deliveries."""
        return self._http.json("DELETE", "/api/v1/webhooks/{webhook_id}", {"webhook_id": webhook_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def rotate_webhook_secret(
        self,
        webhook_id: "str",
        body: "RotateWebhookSecretBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RotateWebhookSecretData]":
        """Replace the secret; both secrets sign for a grace period."""
        return self._http.json("POST", "/api/v1/webhooks/{webhook_id}/rotate-secret", {"webhook_id": webhook_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def test_webhook(
        self,
        webhook_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[WebhookDelivery]":
        """Send a `webhook.test` now, and wait until the attempt has ended."""
        return self._http.json("POST", "/api/v1/webhooks/{webhook_id}/test", {"webhook_id": webhook_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def list_webhook_deliveries(
        self,
        webhook_id: "str",
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        status: "Optional[Literal['pending', 'succeeded', 'exhausted', 'skipped']]" = None,
        event_type: "Optional[Literal['job.completed', 'job.failed', 'job.cancelled', 'incident.created', 'incident.resolved', 'incident.escalated', 'robot.incident', 'robot.command', 'webhook.disabled', 'webhook.test']]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListWebhookDeliveriesData]":
        """List a webhook's deliveries, newest first."""
        return self._http.json("GET", "/api/v1/webhooks/{webhook_id}/deliveries", {"webhook_id": webhook_id, "limit": limit, "offset": offset, "after": after, "status": status, "event_type": event_type}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    def redeliver_delivery(
        self,
        webhook_id: "str",
        delivery_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[WebhookDelivery]":
        """Send the event of a delivery again, with the same bytes."""
        return self._http.json("POST", "/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver", {"webhook_id": webhook_id, "delivery_id": delivery_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    def recover_webhook(
        self,
        webhook_id: "str",
        body: "RecoverWebhookBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RecoverWebhookData]":
        """Send all events again that did not arrive since a given time."""
        return self._http.json("POST", "/api/v1/webhooks/{webhook_id}/recover", {"webhook_id": webhook_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)


class AsyncWebhooksApi:
    """Operations of the area webhooks."""

    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def create_webhook(
        self,
        body: "CreateWebhookBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Webhook]":
        """Register a webhook; the secret is never shown again."""
        return await self._http.json("POST", "/api/v1/webhooks", {}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def list_webhooks(
        self,
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListWebhooksData]":
        """List the organisation's webhooks, oldest first."""
        return await self._http.json("GET", "/api/v1/webhooks", {"limit": limit, "offset": offset, "after": after}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def get_webhook(
        self,
        webhook_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Webhook]":
        """Get one webhook."""
        return await self._http.json("GET", "/api/v1/webhooks/{webhook_id}", {"webhook_id": webhook_id}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def update_webhook(
        self,
        webhook_id: "str",
        body: "UpdateWebhookBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[Webhook]":
        """Change a webhook, or switch it on or off."""
        return await self._http.json("PATCH", "/api/v1/webhooks/{webhook_id}", {"webhook_id": webhook_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def delete_webhook(
        self,
        webhook_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[DeleteWebhookData]":
        """Delete a webhook and its deliveries."""
        return await self._http.json("DELETE", "/api/v1/webhooks/{webhook_id}", {"webhook_id": webhook_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def rotate_webhook_secret(
        self,
        webhook_id: "str",
        body: "RotateWebhookSecretBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RotateWebhookSecretData]":
        """Replace the secret; both secrets sign for a grace period."""
        return await self._http.json("POST", "/api/v1/webhooks/{webhook_id}/rotate-secret", {"webhook_id": webhook_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def test_webhook(
        self,
        webhook_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[WebhookDelivery]":
        """Send a `webhook.test` now, and wait until the attempt has ended."""
        return await self._http.json("POST", "/api/v1/webhooks/{webhook_id}/test", {"webhook_id": webhook_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def list_webhook_deliveries(
        self,
        webhook_id: "str",
        *,
        limit: "Optional[int]" = None,
        offset: "Optional[int]" = None,
        after: "Optional[str]" = None,
        status: "Optional[Literal['pending', 'succeeded', 'exhausted', 'skipped']]" = None,
        event_type: "Optional[Literal['job.completed', 'job.failed', 'job.cancelled', 'incident.created', 'incident.resolved', 'incident.escalated', 'robot.incident', 'robot.command', 'webhook.disabled', 'webhook.test']]" = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[ListWebhookDeliveriesData]":
        """List a webhook's deliveries, newest first."""
        return await self._http.json("GET", "/api/v1/webhooks/{webhook_id}/deliveries", {"webhook_id": webhook_id, "limit": limit, "offset": offset, "after": after, "status": status, "event_type": event_type}, body=None, idempotent=False, idempotency_key=idempotency_key, timeout=timeout)

    async def redeliver_delivery(
        self,
        webhook_id: "str",
        delivery_id: "str",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[WebhookDelivery]":
        """Send the event of a delivery again, with the same bytes."""
        return await self._http.json("POST", "/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver", {"webhook_id": webhook_id, "delivery_id": delivery_id}, body=None, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)

    async def recover_webhook(
        self,
        webhook_id: "str",
        body: "RecoverWebhookBody",
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Answer[RecoverWebhookData]":
        """Send all events again that did not arrive since a given time."""
        return await self._http.json("POST", "/api/v1/webhooks/{webhook_id}/recover", {"webhook_id": webhook_id}, body=body, idempotent=True, idempotency_key=idempotency_key, timeout=timeout)


class Api:
    """Every operation of the box, by area."""

    def __init__(self, http: SyncHttp) -> None:
        self.ads = AdsApi(http)
        self.assets = AssetsApi(http)
        self.avatars = AvatarsApi(http)
        self.brands = BrandsApi(http)
        self.campaigns = CampaignsApi(http)
        self.clinical = ClinicalApi(http)
        self.health = HealthApi(http)
        self.images = ImagesApi(http)
        self.jobs = JobsApi(http)
        self.keys = KeysApi(http)
        self.neural = NeuralApi(http)
        self.people = PeopleApi(http)
        self.push = PushApi(http)
        self.robots = RobotsApi(http)
        self.rules = RulesApi(http)
        self.runs = RunsApi(http)
        self.session = SessionApi(http)
        self.surveillance = SurveillanceApi(http)
        self.system = SystemApi(http)
        self.voice = VoiceApi(http)
        self.webhooks = WebhooksApi(http)


class AsyncApi:
    """Every operation of the box, by area."""

    def __init__(self, http: AsyncHttp) -> None:
        self.ads = AsyncAdsApi(http)
        self.assets = AsyncAssetsApi(http)
        self.avatars = AsyncAvatarsApi(http)
        self.brands = AsyncBrandsApi(http)
        self.campaigns = AsyncCampaignsApi(http)
        self.clinical = AsyncClinicalApi(http)
        self.health = AsyncHealthApi(http)
        self.images = AsyncImagesApi(http)
        self.jobs = AsyncJobsApi(http)
        self.keys = AsyncKeysApi(http)
        self.neural = AsyncNeuralApi(http)
        self.people = AsyncPeopleApi(http)
        self.push = AsyncPushApi(http)
        self.robots = AsyncRobotsApi(http)
        self.rules = AsyncRulesApi(http)
        self.runs = AsyncRunsApi(http)
        self.session = AsyncSessionApi(http)
        self.surveillance = AsyncSurveillanceApi(http)
        self.system = AsyncSystemApi(http)
        self.voice = AsyncVoiceApi(http)
        self.webhooks = AsyncWebhooksApi(http)
