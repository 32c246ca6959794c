import type * as z from 'zod'

/** A job can run twice and on any server, so rows that are due must decide what is done. */
export type Job = {
  /** `<module>.<what it does>` */
  readonly name: string
  /** Cron expression (UTC); runs once for all servers. */
  readonly schedule?: string
  /** Runs in every server with this pause; for work that cannot wait a minute. */
  readonly everyMs?: number
  readonly run: (data: unknown) => Promise<void>
}

/** An entry of a module's `jobs.ts`, from which `npm run generate` writes the list of jobs and docs/operating.md. */
export type JobDefinition<Services> = Omit<Job, 'run'> & {
  /** Completes "The job …". */
  readonly summary: string
  /** The effect for traders and operators. */
  readonly whileItFails: string
  readonly run: (services: Services, data: unknown) => Promise<void>
}

type JobWithData<Services, Schema extends z.ZodType> = Omit<JobDefinition<Services>, 'run'> & {
  readonly schema: Schema
  readonly run: (services: Services, data: z.output<Schema>) => Promise<void>
}

export function defineJob<Services, Schema extends z.ZodType>(
  job: JobWithData<Services, Schema>,
): JobDefinition<Services>
export function defineJob<Services>(
  job: Omit<JobDefinition<Services>, 'run'> & { readonly run: (services: Services) => Promise<void> },
): JobDefinition<Services>
export function defineJob<Services>({
  schema,
  run,
  ...job
}: JobDefinition<Services> & { readonly schema?: z.ZodType }): JobDefinition<Services> {
  return { ...job, run: async (services, data) => run(services, schema?.parse(data)) }
}

export function bindJobs<Services>(definitions: readonly JobDefinition<Services>[], services: Services): Job[] {
  return definitions.map(({ summary: _summary, whileItFails: _effect, run, ...job }) => ({
    ...job,
    run: (data) => run(services, data),
  }))
}
