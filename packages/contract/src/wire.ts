import { controlCharacters } from '@tradefront/rules/validation/clean-text'
import * as z from 'zod/mini'

// Requests are strict: unknown fields are rejected.

const plainText = new RegExp(`^[^${controlCharacters}]*$`, 'u')

/** Text without control characters, except tab and line ends, and without characters that reorder text, such as U+202E. */
export const text = (maxLength: number) => z.string().check(z.maxLength(maxLength), z.regex(plainText))

/** Text without line ends, tabs and invisible characters, for names, mail headers and lists. */
export const singleLine = (maxLength: number) =>
  text(maxLength).check(z.regex(/^[^\t\r\n\u00ad\u061c\u200b\u200e\u200f\u2028\u2029\u2060-\u2064\ufeff]*$/u))

/** Amount of money in major units. It is not negative and has at most 9 digits before the decimal point. */
export const amount = z.number().check(z.nonnegative(), z.lte(999_999_999))

/** Matches a visible character: no white space, no invisible character, no letter that looks like a space. */
const visible = /[^\s\p{Z}\p{C}\u115f\u1160\u2800\u3164\uffa0]/u

/** A line that is not blank, e.g. a person's name. */
export const visibleLine = (maxLength: number) => singleLine(maxLength).check(z.regex(visible))

/** 1 means true, 0 means false. */
export const binaryFlag = z.union([z.literal(0), z.literal(1)])

/** Time in milliseconds since 1970, UTC. */
export const timeMs = z.number().check(z.nonnegative(), z.lte(8_640_000_000_000_000))

export const currency = z.enum(['USD', 'EUR', 'GBP', 'RUB'])

/** The call has no input: the body is `{}` or missing. */
export const emptyBody = z.optional(z.nullable(z.strictObject({})))

/** Reply to every failed request. `error` is the text key of `message`. */
export const errorReply = z.object({
  return: z.literal(false),
  error: z.string(),
  message: z.string(),
  /** Only for internal errors. The user names it to support. */
  reference: z.optional(z.string()),
  /** Only for invalid input: the message of each field, by its path. */
  fields: z.optional(z.record(z.string(), z.string())),
})
export type ErrorReply = z.infer<typeof errorReply>

/** A refusal is HTTP 200 with `return: false`; `error` is the text key of `message`. */
export const plainReply = z.object({
  return: z.boolean(),
  error: z.optional(z.string()),
  message: z.optional(z.string()),
})

/** A reply with the fields of `plainReply` and those of `shape`. */
export const extendPlainReply = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.extend(plainReply, shape)

/** An e-mail address, at most 254 characters. */
export const email = z.email().check(z.maxLength(254))

/** ISO 3166-1 alpha-2, upper case. */
export const countryCode = z.string().check(z.regex(/^[A-Z]{2}$/))

/** An integer from 0 to `max`. */
export const count = (max: number) => z.int().check(z.nonnegative(), z.lte(max))

/** Name of a page or method in a path. */
export const slug = z.string().check(z.regex(/^[a-zA-Z0-9_-]{1,60}$/))
