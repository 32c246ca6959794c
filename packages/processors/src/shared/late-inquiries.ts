const hourMs = 3_600_000

/** An hour, a day and a week after a decline. */
export const standardLateInquiryDelaysMs: readonly number[] = [hourMs, 24 * hourMs, 7 * 24 * hourMs]
