import type { ServerModule } from '../../context.ts'
import { alertWaitingDocuments } from './alert-waiting-documents.ts'
import { measureDocuments } from './decision-store.ts'
import { documentActions, documentReaders } from './desk-actions.ts'
import { documentsRoutes } from './routes.ts'
import { cleanUpDocuments } from './service.ts'

export const documentsModule: ServerModule = {
  routes: [documentsRoutes],
  actions: documentActions,
  sealedReaders: documentReaders,
  measures: [measureDocuments],
  jobs: [
    {
      name: 'documents.clean_up',
      schedule: '*/10 * * * *',
      summary: 'removes unfinished uploads and repeats failed deletions',
      whileItFails: 'files stay stored',
      run: cleanUpDocuments,
    },
    {
      name: 'documents.alert_waiting',
      schedule: '*/10 * * * *',
      summary: 'raises `documents.waiting` for traders whose documents wait longer than `waiting_alert_hours`',
      whileItFails: 'operators get no reminder',
      run: alertWaitingDocuments,
    },
  ],
}
