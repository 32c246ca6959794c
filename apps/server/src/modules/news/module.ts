import type { ServerModule } from '../../context.ts'
import { newsActions } from './operator.ts'
import { newsRoutes } from './routes.ts'
import { deleteExpiredNews } from './service.ts'
import { updateSources } from './update-sources.ts'

export const newsModule: ServerModule = {
  routes: [newsRoutes],
  actions: newsActions,
  jobs: [
    {
      name: 'news.update_sources',
      everyMs: 5000,
      summary: 'fetches each news feed and the economic calendar every 5 min; after a failure later and later',
      whileItFails: 'the last good news stay, with their age',
      run: updateSources,
    },
    {
      name: 'news.delete_expired',
      schedule: '47 3 * * *',
      summary: 'deletes the content of feeds that have not been in the settings for a week',
      whileItFails: 'rows stay',
      run: deleteExpiredNews,
    },
  ],
}
