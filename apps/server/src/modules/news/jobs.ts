import type { JobDefinition } from '../../platform/jobs/job.ts'
import type { NewsService } from './service.ts'

type Services = { readonly news: NewsService }

export const newsJobs: readonly JobDefinition<Services>[] = [
  {
    name: 'news.update_sources',
    everyMs: 5000,
    summary: 'fetches each news feed and the economic calendar every 5 min; after a failure later and later',
    whileItFails: 'the last good news stay, with their age',
    run: ({ news }) => news.updateSources(),
  },
  {
    name: 'news.delete_expired',
    schedule: '47 3 * * *',
    summary: 'deletes the content of feeds that have not been in the settings for a week',
    whileItFails: 'rows stay',
    run: ({ news }) => news.deleteExpired(),
  },
]
