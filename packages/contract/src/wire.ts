import * as z from 'zod/mini'

/** Building blocks of requests and replies. Requests are strict: an unknown field is refused. */

/** Text of a bounded length, without control characters other than tab and line ends. */
export const text = (maxLength: number) =>
  z.string().check(z.maxLength(maxLength), z.regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/u))

/** The same in one line: without tabs and line ends, so that it can stand in a head or a list. */
export const singleLine = (maxLength: number) => text(maxLength).check(z.regex(/^[^\t\r\n\u0085\u2028\u2029]*$/u))

/** An amount in major units as the specification has it: finite, not negative, at most 9 digits before the point. */
export const amount = z.number().check(z.nonnegative(), z.lte(999_999_999))

/** The wire's yes or no. */
export const binaryFlag = z.union([z.literal(0), z.literal(1)])

/** A time, ms since 1970 UTC. */
export const timeMs = z.number().check(z.nonnegative(), z.lte(8_640_000_000_000_000))

export const currency = z.enum(['USD', 'EUR', 'GBP', 'RUB'])

/** A request without a body: `{}` or nothing at all. */
export const emptyBody = z.optional(z.nullable(z.strictObject({})))

/** Every answer that is not a success carries this. `error` is the key of `message`'s text. */
export const errorReply = z.object({
  return: z.literal(false),
  error: z.string(),
  message: z.string(),
  /** Set for a fault: what to quote to support. */
  reference: z.optional(z.string()),
  /** Set for invalid input: path of the field to its message. */
  fields: z.optional(z.record(z.string(), z.string())),
})
export type ErrorReply = z.infer<typeof errorReply>

/** The plain yes or no. A business "no" is HTTP 200 with `return: false`; `error` is the key of `message`'s text. */
export const plainReply = z.object({
  return: z.boolean(),
  error: z.optional(z.string()),
  message: z.optional(z.string()),
})

/** A yes or no that carries more: the fields of `plainReply` and those given. */
export const extendPlainReply = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.extend(plainReply, shape)

/** An e-mail address, at most 254 characters. */
export const email = z.email().check(z.maxLength(254))

/** ISO 3166-1 alpha-2, upper case. */
export const countryCode = z.string().check(z.regex(/^[A-Z]{2}$/))

/** A whole number from nothing to `most`. */
export const count = (max: number) => z.int().check(z.nonnegative(), z.lte(max))

/** Name of a page, a method or the like, as it stands in a path. */
export const slug = z.string().check(z.regex(/^[a-zA-Z0-9_-]{1,60}$/))
