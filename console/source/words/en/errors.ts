/** What went wrong. */
export const errors = {
  unreachable: "The box cannot be reached.",
  title: "That did not work",
  codes: {
    invalid_api_key: "This key is not known",
    api_key_expired: "This key has expired",
    api_key_revoked: "This key has been ended",
    key_network_refused: "This key may not be used from here",
    invalid_setup_code: "The setup code is not right or no longer valid",
    insufficient_scope: "This key may not do that",
    rate_limited: "Too many requests; try again in a moment",
    not_found: "This does not exist, or no longer",
    conflict: "Something else stands in the way",
    invalid_request_body: "An entry is not right",
    storage_full: "The disk is full",
    shutting_down: "The box is stopping",
    internal_error: "Something failed in the box",
    too_many_streams: "Too many live views are open",
    csrf_rejected: "The request seemed to come from another site; load the page again",
  },
};
