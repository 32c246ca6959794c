import type { ServerModule } from '../../context.ts'
import { answerSealedReads, createServerReaderKey } from './answer-sealed-reads.ts'
import { deleteOldCases } from './case-store.ts'
import { caseActions } from './change-cases.ts'
import { measureCommands } from './command-store.ts'
import { operatorActionHandlers } from './change-operators.ts'
import { deleteOldAccess } from './operator-account-store.ts'
import { runReadyCommands } from './run-commands.ts'
import { traderNoteActions } from './trader-notes.ts'

export const operatorsModule: ServerModule = {
  sealedReaders: {
    server_key: async (context) => [(await createServerReaderKey(context)).publicKey],
  },
  actions: { ...operatorActionHandlers, ...caseActions, ...traderNoteActions },
  measures: [measureCommands],
  jobs: [
    {
      name: 'operators.run_commands',
      everyMs: 500,
      summary: 'does what operators have signed at the desk',
      whileItFails: 'signed commands wait; one that is not done within an hour must be asked for again',
      runsInQuarantine: true,
      run: runReadyCommands,
    },
    {
      name: 'operators.answer_reads',
      everyMs: 250,
      summary: 'unseals documents and tickets that operators have opened at the desk, for the key of their browser',
      whileItFails: 'operators see no documents and no tickets',
      runsInQuarantine: true,
      run: answerSealedReads,
    },
    {
      name: 'operators.delete_old',
      schedule: '40 3 * * *',
      summary: 'deletes sessions and invitations of operators after 30 days, and after 90 who worked on what',
      whileItFails: 'rows stay; old ones are refused anyway',
      run: async ({ db }) => {
        await deleteOldAccess(db)
        await deleteOldCases(db)
      },
    },
  ],
}
