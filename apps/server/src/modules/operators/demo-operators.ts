import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

/**
 * Passwords and keys are public, like the passwords of the demo traders. The operators are a week old, so that a passkey that they add can
 * sign at once on a test site.
 */
export const demoOperators = [
  {
    name: 'ann',
    roles: ['payments', 'risk'],
    password: 'demo-operator-ann',
    totpKey: 'ANNAANNAANNAANNAANNAANNAANNAANNA',
  },
  {
    name: 'ben',
    roles: ['payments', 'documents', 'marketing'],
    password: 'demo-operator-ben',
    totpKey: 'BENABENABENABENABENABENABENABENA',
  },
  {
    name: 'eve',
    roles: ['support', 'finance', 'marketing'],
    password: 'demo-operator-eve',
    totpKey: 'EVEAEVEAEVEAEVEAEVEAEVEAEVEAEVEA',
  },
  {
    name: 'kim',
    roles: ['admin'],
    password: 'demo-operator-kim',
    totpKey: 'KIMAKIMAKIMAKIMAKIMAKIMAKIMAKIMA',
  },
  {
    name: 'lee',
    roles: ['admin', 'support'],
    password: 'demo-operator-lee',
    totpKey: 'LEEALEEALEEALEEALEEALEEALEEALEEA',
  },
] as const

/** Adds the demo operators. @param owner connection as the role that owns the tables */
export async function seedDemoOperators(owner: Db): Promise<void> {
  for (const { name, roles, password, totpKey } of demoOperators)
    await sql`
      with added as (
        insert into operators (name, roles, created_at)
        values (${name}, ${[...roles]}::text[], now() - interval '7 days')
        on conflict do nothing returning id)
      insert into operator_passwords (operator_id, hash, totp_key)
      select id, extensions.crypt(${password}, extensions.gen_salt('bf', 10)), ${fromBase32(totpKey)} from added`.execute(
      owner,
    )
}

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}
