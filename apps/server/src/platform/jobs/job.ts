import type * as z from 'zod'

/** Listed in `apps/server/src/jobs.ts`. A job can run twice and on any server, so rows that are due must decide what is done. */
export type Job = {
  /** `<module>.<what it does>` */
  readonly name: string
  /** Cron expression (UTC); runs once for all servers. */
  readonly schedule?: string
  /** Runs in every server with this pause; for work that cannot wait a minute. */
  readonly everyMs?: number
  readonly run: (data: unknown) => Promise<void>
}

type JobDefinition<Schema extends z.ZodType> = Omit<Job, 'run'> & {
  readonly schema: Schema
  readonly run: (data: z.output<Schema>) => Promise<void>
}

export function defineJob<Schema extends z.ZodType>(job: JobDefinition<Schema>): Job
export function defineJob(job: Omit<Job, 'run'> & { readonly run: () => Promise<void> }): Job
export function defineJob({ schema, run, ...job }: Job & { readonly schema?: z.ZodType }): Job {
  return { ...job, run: async (data) => run(schema?.parse(data)) }
}
