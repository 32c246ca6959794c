/** Either a cron expression (UTC): one server runs the job. Or the pause between two runs: every server runs it, for work that cannot wait a minute. */
export type JobTime =
  | {
      readonly schedule: string
      /** A run that takes longer is logged and tried again. Default: 2. */
      readonly limitMinutes?: number
      readonly everyMs?: undefined
    }
  | { readonly everyMs: number; readonly schedule?: undefined }

/** A job can run twice and on any server, so rows that are due must decide what is done. */
export type Job = JobTime & {
  /** `<module>.<what it does>` */
  readonly name: string
  readonly run: () => Promise<void>
}

/** An entry of a module's `jobs.ts`, from which `npm run generate` writes the list of jobs and docs/run.md. */
export type JobDefinition<Services> = JobTime & {
  readonly name: string
  /** Completes "The job …". */
  readonly summary: string
  /** The effect for traders and operators. */
  readonly whileItFails: string
  readonly run: (services: Services) => Promise<void>
}

export function bindJobs<Services>(definitions: readonly JobDefinition<Services>[], services: Services): Job[] {
  return definitions.map(({ summary: _summary, whileItFails: _effect, run, ...job }) => ({
    ...job,
    run: () => run(services),
  }))
}
