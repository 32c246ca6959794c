import pg from 'pg'

/** Public, like the passwords of the demo traders. They are a week old, so that a passkey that they add can sign at once on a test site. */
export const demoOperators = [
  {
    name: 'ann',
    roles: ['payments', 'risk'],
    password: 'demo-operator-ann',
    totpKey: 'ANNAANNAANNAANNAANNAANNAANNAANNA',
  },
  {
    name: 'ben',
    roles: ['payments', 'documents'],
    password: 'demo-operator-ben',
    totpKey: 'BENABENABENABENABENABENABENABENA',
  },
  {
    name: 'eve',
    roles: ['support', 'finance'],
    password: 'demo-operator-eve',
    totpKey: 'EVEAEVEAEVEAEVEAEVEAEVEAEVEAEVEA',
  },
] as const

/** @param ownerUrl of the embedded database */
export async function seedDemoOperators(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    for (const { name, roles, password, totpKey } of demoOperators)
      await client.query(
        `with added as (
           insert into operators (name, secret_hash, roles, created_at)
           values ($1, sha256(uuid_send(gen_random_uuid())), $2, now() - interval '7 days') on conflict do nothing returning id)
         insert into operator_passwords (operator_id, hash, totp_key)
         select id, extensions.crypt($3, extensions.gen_salt('bf', 10)), $4 from added`,
        [name, roles, password, fromBase32(totpKey)],
      )
  } finally {
    await client.end()
  }
}

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}
