import { errorReply } from '@tradefront/contract/wire'
import type { FastifyInstance, RouteOptions } from 'fastify'
import * as z from 'zod/mini'

import { csrfHeader } from './csrf.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    docs?: {
      readonly access: 'visitor' | 'client'
      readonly hasCsrfToken: boolean
      /** True if the call also accepts a form. */
      readonly isForm: boolean
      readonly parts: z.ZodMiniType | undefined
    }
  }
}

type DocumentedRoute = Pick<RouteOptions, 'method' | 'url' | 'schema' | 'config'>

const path = '/api/docs'

/** Swagger UI has inline styles. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Registers the document, before the calls. It is built on the first request, to keep the start fast. */
export function registerOpenApi(app: FastifyInstance): void {
  const routes: DocumentedRoute[] = []
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    if (schema && config?.docs && method !== 'HEAD') routes.push({ method, url, schema, config })
  })

  let docs: Promise<FastifyInstance> | null = null
  const requestDocs = async (url: string) => {
    docs ??= buildDocs(routes, app.sessions.cookieName)
    return (await docs).inject({ method: 'GET', url })
  }
  for (const url of [path, `${path}/*`]) {
    app.get(url, async (request, reply) => {
      const response = await requestDocs(request.url)
      const { 'content-type': type, location } = response.headers
      if (typeof type === 'string') void reply.type(type)
      if (typeof location === 'string') void reply.header('location', location)
      return reply.code(response.statusCode).header('content-security-policy', policy).send(response.rawPayload)
    })
  }
}

async function buildDocs(routes: readonly DocumentedRoute[], cookieName: string): Promise<FastifyInstance> {
  const [{ fastify }, { default: swagger }, { default: swaggerUi }, { jsonSchemaTransform }] = await Promise.all([
    import('fastify'),
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
    import('fastify-type-provider-zod'),
  ])
  const docs = fastify()
  docs.setValidatorCompiler(() => () => true)
  docs.setSerializerCompiler(() => (data) => JSON.stringify(data))
  await docs.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Tradefront', version: '1' },
      components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieName } } },
    },
    transform: jsonSchemaTransform,
  })
  await docs.register(swaggerUi, { routePrefix: path })
  for (const route of routes) {
    docs.route({ method: route.method, url: route.url, schema: toDocumentedSchema(route), handler: async () => null })
  }
  await docs.ready()
  return docs
}

type DocumentedSchema = NonNullable<RouteOptions['schema']>

/** Adds what hooks check before the schema to a documented call. */
function toDocumentedSchema({ schema, config }: DocumentedRoute): DocumentedSchema {
  const { access, hasCsrfToken, isForm, parts } = config?.docs ?? {}
  const response = typeof schema?.response === 'object' ? schema.response : {}
  const documented: DocumentedSchema = { ...schema }
  const responses: Record<string, unknown> = { ...response }
  if (parts) {
    documented.body = parts
    documented.consumes = ['multipart/form-data']
  }
  if (isForm) documented.consumes = ['application/x-www-form-urlencoded', 'application/json']
  if (hasCsrfToken) {
    documented.headers = z.object({ [csrfHeader]: z.string() })
    responses['403'] = errorReply
  }
  if (access === 'client') {
    documented.security = [{ session: [] }]
    responses['401'] = errorReply
  }
  return { ...documented, response: responses }
}
