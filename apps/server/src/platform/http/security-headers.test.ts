import fastifyHelmet from '@fastify/helmet'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'

import { createSecurityHeaders } from './security-headers.ts'

test.each(['http://localhost:3000', 'https://trade.example'])(
  'the headers at %s are the ones that helmet sets',
  async (publicUrl) => {
    const app = fastify()
    await app.register(fastifyHelmet, {
      contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
      strictTransportSecurity: publicUrl.startsWith('https:') && { maxAge: 31_536_000 },
      frameguard: { action: 'deny' },
      referrerPolicy: { policy: 'same-origin' },
    })
    app.get('/', async () => '')
    const { headers } = await app.inject('/')
    const { base } = createSecurityHeaders({ publicUrl, processorUrls: [], chatOrigin: 'http://chat.example' })
    const { 'permissions-policy': _, ...expected } = base
    expect(headers).toMatchObject(expected)
    const own = new Set(['content-length', 'content-type', 'date', 'connection'])
    expect(new Set(Object.keys(headers).filter((name) => !own.has(name)))).toEqual(new Set(Object.keys(expected)))
  },
)
