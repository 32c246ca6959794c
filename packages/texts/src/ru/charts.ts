import type { charts as en } from '../en/charts.ts'

export const charts: Record<keyof typeof en, string> = {
  'charts.drawings_full': 'На этом инструменте уже {max} построений — больше нельзя. Сначала удалите одно.',
}
