/** The listing as this browser keeps it, to be shown at once by the next page. */
import { type CachedText, database, timely } from '../browser/db.ts'

const textKey = (venueKey: string): string => `${venueKey} exchangeInfo`

export async function readCachedListing(venueKey: string): Promise<CachedText | undefined> {
  try {
    return await timely(database().then(db => db.get('texts', textKey(venueKey))))
  } catch {
    // A browser that keeps nothing starts from the venue.
    return undefined
  }
}

/** Rejects where the browser keeps nothing. */
export async function saveCachedListing(venueKey: string, cached: CachedText): Promise<void> {
  await (await database()).put('texts', cached, textKey(venueKey))
}
