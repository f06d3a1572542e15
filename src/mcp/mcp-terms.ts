/** Bounds of agents' calls. */
export const mcpLimits = {
  /** Tools and resources in one page of a list. */
  pageEntries: 100,
  /** Characters of an answer as JSON; an agent asks for fewer entries instead. */
  answerCharacters: 400_000,
  /** Bytes of a picture or a clip. */
  mediaBytes: 8 * 1024 * 1024,
  /** Longest wait of `waitForJob`, and the one without a number, in seconds. */
  waitSec: 600,
  waitDefaultSec: 60,
  /** Longest wait of one request to the API, and so of a message about progress, in seconds. */
  waitStepSec: 2,
} as const;
