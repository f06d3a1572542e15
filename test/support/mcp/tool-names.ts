/**
 * Every tool that an agent can get, in order of name. A route becomes one by `isTool`; whoever adds a route here has
 * thought about what a misled agent does with it.
 */
export const toolNames: readonly string[] = `
  acknowledgeIncident analyzeHealth analyzeSurveillance answerRun benchModel cancelJob cancelRun commandRobot
  completeVoiceSession createAction createAdherence createBackup createBehavior createCheck createConfirm
  createCorridor createDecisionSupport createDiscover createInstall createInvitation createKey createLayout
  createLearn createLeave createMap createMedicationCheck createMission createModel createNote createPerson
  createPlace createPolicy createProbe createReplay createResearch createReview createRisk createRollback createRun
  createScan createStream createTask createUnlearn createVoiceAgent createVoiceSession createWebhook createWellness
  createZone decodeNeural deleteAction deleteAvatar deleteBackup deleteBehavior deleteBrand deleteBundle
  deleteCorridor deleteFormer deleteFrame deleteInvitation deleteJob deleteKey deleteMap deleteMissedObject
  deleteMission deleteModel deletePerson deletePlace deletePolicy deleteRecording deleteRobot deleteRobotLease
  deleteRule deleteStream deleteVoiceAgent deleteWebhook deleteZone extractBrand finishRecording freeRobot getAvatar getBackup
  getBackups getBrand getChain getCommand getConfiguration getDoctor getFile getHistory getIncident
  getIncidentEscalation getIncidentEvidence getIncidentSnapshot getJob getKey getLayout getMap getMission getMode
  getModels getNames getPerson getPolicy getRecording getRobot getRobotPicture getRobotStatus getRule getRun getStream
  getStreamAdvice getStreamLoudspeaker getStreamPreview getStreamPtz getStreamSnapshot getSystem getTraffic getUpgrade
  getVoiceAgent getVoiceSession getWebhook holdStreamPicture leaseRobot listActions listAudit listAvatars
  listBehaviors listBrands listChains listCorridors listCoverage listDoors listEgress listFrames listIncidentGroups
  listIncidents listInvitations listJobs listKeys listMaps listMissions listPeople listPlaces listPolicies
  listProfiles listRecord listRecordings listRobotCommands listRobots listRules listRuns listStreamMissedObjects
  listStreamRecordings listStreams listTasks listTimeline listVoiceAgents listVoiceSessions listVoices
  listWebhookDeliveries listWebhooks listZones markStreamMissedObject notesIncident pauseRun previewVoiceAgent
  projectBrand protectIncident ptzStream pullModel recordingsRobot recoverWebhook redeliverDelivery replayPolicy
  resolveIncident restoreBackup resumeRun rollKey rotateWebhookSecret runDoctor runRobot saveAvatar setDefaultModel
  setFile setFrame setMission setMode setRobot setRule stopRobot testWebhook unprotectIncident updateMap updatePerson
  updatePolicy updateStream updateVoiceAgent updateWebhook verdictIncident verifyBackup
`
  .trim()
  .split(/\s+/);
