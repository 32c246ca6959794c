export const newsActs = ['none', 'dead', 'slow', 'broken', 'hostile', 'empty'] as const
export type NewsAct = (typeof newsActs)[number]

export const newsPlaces = ['feeds', 'calendar'] as const
export type NewsPlace = (typeof newsPlaces)[number]

/** Present faults of the feeds and the calendar. */
export type NewsFaults = {
  readonly getAct: (place: NewsPlace) => NewsAct
  readonly setAct: (place: NewsPlace, act: NewsAct) => void
  readonly clear: () => void
}

export function createNewsFaults(): NewsFaults {
  const acts = new Map<NewsPlace, NewsAct>()
  return {
    getAct: (place) => acts.get(place) ?? 'none',
    setAct: (place, act) => void acts.set(place, act),
    clear: () => acts.clear(),
  }
}
