import type { Db } from '../../platform/database/database.ts'

export type TipSetting = { readonly shown: boolean; readonly host: string; readonly changedAt: Date }

export async function upsertMobileVisit(db: Db, userId: number, at: Date): Promise<void> {
  const visit = { mobile_seen_at: at }
  await db
    .insertInto('user_visits')
    .values({ user_id: userId, ...visit })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(visit))
    .execute()
}

export async function upsertHost(db: Db, userId: number, host: string, at: Date): Promise<void> {
  const visit = { host, host_seen_at: at }
  await db
    .insertInto('user_visits')
    .values({ user_id: userId, ...visit })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(visit))
    .execute()
}

/** Stores the choice. The later of two concurrent changes wins. */
export async function upsertTipsShown(db: Db, userId: number, { shown, host, changedAt }: TipSetting): Promise<void> {
  const row = { shown, host, changed_at: changedAt }
  await db
    .insertInto('user_tip_settings')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(row).where('user_tip_settings.changed_at', '<=', changedAt),
    )
    .execute()
}
