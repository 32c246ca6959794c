import * as z from 'zod'

export type JsonSchema = Readonly<Record<string, unknown>>

export type BodyType = 'application/json' | 'application/x-www-form-urlencoded' | 'multipart/form-data'

/** A call of the OpenAPI document. */
export type FuzzCall = {
  readonly method: string
  /** Path of the call, e.g. `/api/pg/{page}`. */
  readonly path: string
  readonly pathSchemas: Readonly<Record<string, JsonSchema>>
  readonly querySchemas: Readonly<Record<string, JsonSchema>>
  /** Bodies by content type. */
  readonly bodies: readonly { readonly type: BodyType; readonly schema: JsonSchema }[]
}

const schema = z.record(z.string(), z.unknown())
const operation = z.object({
  parameters: z.array(z.object({ in: z.string(), name: z.string(), schema: schema.optional() })).default([]),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: schema.optional() })) }).optional(),
})
const documentSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) })

const bodyTypes: readonly string[] = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']

export function readOpenApiCalls(document: unknown): FuzzCall[] {
  return Object.entries(documentSchema.parse(document).paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters, requestBody }]) => {
      const listSchemas = (place: string) =>
        Object.fromEntries(
          parameters.filter((each) => each.in === place).map((each) => [each.name, each.schema ?? {}] as const),
        )
      return {
        method: method.toUpperCase(),
        path,
        pathSchemas: listSchemas('path'),
        querySchemas: listSchemas('query'),
        bodies: Object.entries(requestBody?.content ?? {}).flatMap(([type, content]) =>
          bodyTypes.includes(type) ? [{ type: type as BodyType, schema: content.schema ?? {} }] : [],
        ),
      }
    }),
  )
}
