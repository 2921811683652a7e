export { ERRORS, ProblemError } from './errors.ts';
export type { ErrorCode, ErrorDetails } from './errors.ts';
export { failureSchema, problemSchema } from './errors/problem.ts';
export type { Failure, Problem } from './errors/problem.ts';
export { featuresReportSchema, toolReportSchema } from './tool-report.ts';
export type { FeaturesReport, ToolReport } from './tool-report.ts';
export { toolDescriptionSchema, toolListSchema } from './tools.ts';
export type { ToolDescription } from './tools.ts';
export { balanceEntrySchema, balanceTotalsSchema, changedFeatureSchema, FINDING_WEIGHTS, landGeometrySchema } from './land.ts';
export type { BalanceEntry, BalanceTotals, ChangedFeature, FindingWeight, LandGeometry } from './land.ts';
export { LOSS_CODES, lossSchema } from './losses.ts';
export type { Loss, LossCode } from './losses.ts';
export { ACCEPTED_EXTENSIONS, FORMAT_NAMES, NOTE_CODES } from './formats.ts';
export type { FormatName, NoteCode } from './formats.ts';
export { layerGroupSchema, layerGroupsSchema, layerSchema, layerStyleSchema, layerTaskSchema } from './layers.ts';
export type { CatalogueLayer, LayerGroup, LayerStyle, LayerTask } from './layers.ts';
export {
  datasetReportSchema,
  findingSchema,
  LAND_REASONS,
  layerReportSchema,
  reportSchema,
} from './report.ts';
export type { DatasetReport, FileDigest, LandReason, LayerReport, Report, ReportedFinding, ReportedRules, Transfer } from './report.ts';
export { begunWords, evidenceWords, measuresNothing, openVoidsWords, systemWords, transfersHeading, transferWords, unitWords } from './units.ts';
export { DECIDED_KINDS, DECISION_ACTIONS, LARGEST_AREA, LARGEST_DISTANCE, MOST_DECISIONS, PROFILES } from './repair-options.ts';
export type { FindingDecision, FixGeometryOptions, Profile } from './repair-options.ts';
export {
  createTaskSchema,
  repairOptionsSchema,
  taskSchema,
  uploadSchema,
} from './tasks.ts';
export type { RepairOptionsInput, Task, Upload } from './tasks.ts';
export { isUnfinished, PROGRESS_STATUSES, TaskStatus, taskStatusOf, UNFINISHED_STATUSES } from './task-status.ts';
export type { ProgressStatus } from './task-status.ts';
export { CallFailed, reached } from './call-failed.ts';
export { AnsweredByOther } from './other-page.ts';
export { refusal } from './calls.ts';
export { retryOf } from './retry.ts';
export type { Retry } from './retry.ts';
export { createToolsClient } from './client.ts';
export { createLayersClient } from './layers-client.ts';
export type { LayersClient } from './layers-client.ts';
export { layerFeaturesSchema, MOST_FEATURES_AT_PLACE, placeSchema } from './layer-features.ts';
export type { LayerFeatures, Place } from './layer-features.ts';
export type { Attempts, SendForm, SendOptions, ToolsClient } from './client.ts';
export type { SavedFile } from './file-download.ts';
export { reportAnswerSchema, taskAnswerSchema } from './answers.ts';
export type {
  CreatedTaskAnswer,
  DatasetAnswer,
  FailureAnswer,
  LayerAnswer,
  LossAnswer,
  OutputAnswer,
  ReportAnswer,
  TaskAnswer,
  ToolAnswer,
  ToolReportAnswer,
  UploadAnswer,
} from './answers.ts';
export { DEFAULT_FILE_NAME, fileNameFrom } from './content-disposition.ts';
