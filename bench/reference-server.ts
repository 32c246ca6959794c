import fastify from 'fastify'
import pg from 'pg'

/** A bare Fastify server: each route returns the JSON of one indexed SELECT. It needs DATABASE_URL, and prints its URL. */
const app = fastify()
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20 })
const load = async (id: string): Promise<unknown> => {
  const { rows } = await pool.query<{ body: unknown }>({
    name: 'doc',
    text: 'select body from bench_docs where id = $1',
    values: [id],
  })
  return rows[0]?.body
}

app.get<{ Params: { id: string } }>('/doc/:id', async ({ params }) => load(params.id))
app.post<{ Body: { id: string } }>('/doc', async ({ body }) => load(body.id))

const url = await app.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`ready at ${url}\n`)
