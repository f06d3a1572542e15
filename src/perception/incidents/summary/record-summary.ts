import { boxStreamId } from "../box-incidents.ts";
import type { IncidentRecord } from "../incident-record.ts";
import { type SummaryFacts, summarise, summaryLocale } from "./summary.ts";

/** The fields of a record that its summary is made of. Times are Unix milliseconds. */
type Summarised = Omit<SummaryFacts, "seconds"> &
  Pick<IncidentRecord, "startedAtMs" | "lastSeenAtMs">;

/** What the incident is, in one sentence in `locale` (see `summaryLocale`). */
export function summaryOf(record: Summarised, locale: string): string {
  const seconds = (record.lastSeenAtMs - record.startedAtMs) / 1000;
  return summarise({ ...record, seconds }, locale);
}

/**
 * The incident with its summary in another language; itself for the language that it has. Incidents of the box keep
 * their sentence: it can hold more than the record's facts.
 */
export function inLanguage<
  R extends Summarised & Pick<IncidentRecord, "locale" | "summary" | "streamId">,
>(record: R, requested: string | undefined): R {
  const locale = requested === undefined ? record.locale : summaryLocale(requested);
  if (locale === record.locale || record.streamId === boxStreamId) return record;
  return { ...record, locale, summary: summaryOf(record, locale) };
}
