import type { FastifyInstance, RouteOptions } from 'fastify'

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

/** Register before the calls. Built on the first request, to keep the start fast. */
export function registerOpenApi(app: FastifyInstance): void {
  const routes: Pick<RouteOptions, 'method' | 'url' | 'schema'>[] = []
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (schema && url.startsWith('/') && method !== 'HEAD') routes.push({ method, url, schema })
  })

  let docs: Promise<FastifyInstance> | null = null
  const requestDocs = async (url: string) => {
    docs ??= buildDocs(routes)
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

async function buildDocs(routes: readonly Pick<RouteOptions, 'method' | 'url' | 'schema'>[]): Promise<FastifyInstance> {
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
    openapi: { openapi: '3.1.0', info: { title: 'Tradefront', version: '1' } },
    transform: jsonSchemaTransform,
  })
  await docs.register(swaggerUi, { routePrefix: path })
  for (const { method, url, schema } of routes) {
    docs.route({ method, url, ...(schema ? { schema } : {}), handler: async () => null })
  }
  await docs.ready()
  return docs
}
