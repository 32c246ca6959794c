import type * as z from 'zod'

/** A call that is not carried out. Its text never holds a value of the request. */
export class Refusal extends Error {
  readonly statusCode: number
  constructor(statusCode: number, what: string) {
    super(what)
    this.statusCode = statusCode
  }
}

/** Reads a body; which field is wrong is said, never its value. */
export function read<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new Refusal(400, parsed.error.issues.map(({ path }) => path.join('.')).join(', '))
  return parsed.data
}
