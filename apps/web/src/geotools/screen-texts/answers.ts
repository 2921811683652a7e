import type { FailureAnswer, ReportAnswer, TaskAnswer, ToolReportAnswer } from '@geoinsights/contract';
import { typeset } from './typeset.ts';

/**
 * Answers of the server with their sentences as this page prints them. Each is converted once, when it arrives. Names of files, layers, fields and
 * features are not changed, since they come from the files.
 */

export function taskOnScreen<Answer extends TaskAnswer>(answer: Answer): Answer {
  const { error, report } = answer;
  return {
    ...answer,
    ...(error === undefined ? {} : { error: { ...problemOnScreen(error), failures: error.failures.map(failureOnScreen) } }),
    ...(report === undefined ? {} : { report: reportOnScreen(report) }),
  };
}

export function reportOnScreen(report: ReportAnswer): ReportAnswer {
  return { ...report, ...stepOnScreen(report), then: report.then.map(stepOnScreen) };
}

function stepOnScreen(step: ToolReportAnswer): ToolReportAnswer {
  return {
    ...step,
    notes: step.notes.map(textOnScreen),
    losses: step.losses.map(textOnScreen),
    summary: step.summary.map(typeset),
    failures: step.failures.map(failureOnScreen),
    inputs: step.inputs.map((input) => ({ ...input, notes: input.notes.map(textOnScreen) })),
    datasets: step.datasets.map((dataset) => ({
      ...dataset,
      notes: dataset.notes.map(textOnScreen),
      layers: dataset.layers.map((layer) => ({ ...layer, decisions: layer.decisions && { ...layer.decisions, problems: layer.decisions.problems.map(textOnScreen) } })),
    })),
  };
}

function textOnScreen<Remark extends { readonly text: string }>(remark: Remark): Remark {
  return { ...remark, text: typeset(remark.text) };
}

function failureOnScreen(failure: FailureAnswer): FailureAnswer {
  return { ...failure, problem: problemOnScreen(failure.problem) };
}

function problemOnScreen<Problem extends FailureAnswer['problem']>(problem: Problem): Problem {
  return { ...problem, detail: problem.detail && typeset(problem.detail), title: problem.title && typeset(problem.title) };
}
