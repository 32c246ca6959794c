import { defineCall } from '@tradefront/contract/call'
import { plainReply } from '@tradefront/contract/wire'
import { refuse } from '@tradefront/rules/result'
import { locales } from '@tradefront/texts/locales'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'

import { okReply, registerCall } from './route.ts'
import { serializerCompiler, validatorCompiler } from './zod-compilers.ts'

const call = defineCall({
  method: 'GET',
  path: '/api/refused',
  access: 'visitor',
  source: 'ours',
  summary: 'Refuses',
  reply: plainReply,
})

test('a refusal that a handler returns is HTTP 200 with its code and its text in the language of the request', async () => {
  const app = fastify().decorate('servedLocales', locales)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  let isRefused = true
  registerCall(app, call, async () => (isRefused ? refuse('auth.no_real_account') : okReply))
  const get = (language: string) =>
    app.inject({ method: 'GET', url: '/api/refused', headers: { 'accept-language': language } })
  const english = await get('en')
  expect(english.statusCode).toBe(200)
  expect(english.json()).toEqual({
    return: false,
    error: 'auth.no_real_account',
    message: expect.stringMatching(/^[A-Z][a-z]/),
  })
  expect((await get('ru')).json().message).toMatch(/[а-я]/)
  isRefused = false
  expect((await get('en')).json()).toEqual({ return: true })
})
