import type * as z from 'zod'

/** An error whose text never contains a value of the request. */
export class HttpError extends Error {
  readonly statusCode: number
  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

/** Parses a value. An error names the wrong field, never its value. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new HttpError(400, parsed.error.issues.map(({ path }) => path.join('.')).join(', '))
  return parsed.data
}
