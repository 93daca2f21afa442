// @vitest-environment happy-dom
import { waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { endpoints } from '../../../core/contract/endpoints.ts'
import { validRows } from '../../../core/contract/rows.ts'
import { micros } from '../../../core/domain/time.ts'
import { z } from '../../../core/domain/zod.ts'
import { forgetDatabase } from '../browser/db.ts'
import { readStored } from '../browser/stored.ts'
import { replaceFetch } from '../venue/client.ts'
import { readVenue } from '../venue/venue.ts'
import { readInstruments, startInstruments } from './instruments.ts'
import { listedInstrument } from '../../../testing/listed-instrument.ts'

const instrument = { ...listedInstrument('BTC-USD', 1, { base_asset: 'BTC' }), tags: [] }
const listing = JSON.stringify(
  z.encode(endpoints.exchangeInfo.answer, {
    entities_and_rules_response: {
      server_utc_timestamp: micros(1_700_000_000_000_000),
      symbols: validRows([instrument]),
    },
  }),
)

const { open } = IDBFactory.prototype
afterEach(() => {
  IDBFactory.prototype.open = open
  forgetDatabase()
})

it('come from the venue while the browser’s database does not answer', async () => {
  IDBFactory.prototype.open = () => new IDBOpenDBRequest()
  // Shorter than the database's time-out.
  let isLate = false
  setTimeout(() => {
    isLate = true
  }, 2_500)
  let wasLateAtAsking: boolean | undefined
  replaceFetch(() => {
    wasLateAtAsking ??= isLate
    return Promise.resolve(new Response(listing, { headers: { 'content-type': 'application/json' } }))
  })
  const stop = startInstruments()
  await waitFor(() => expect(readInstruments().status).toBe('ready'))
  expect(wasLateAtAsking).toBe(false)
  expect(readInstruments().source).toBe('venue')
  expect(readInstruments().index?.bySymbol('BTC-USD')?.symbol).toBe('BTC-USD')
  stop()
})

it('leave the tag of what is kept for the next page to ask by', async () => {
  const headers = { 'content-type': 'application/json', etag: '"7"' }
  replaceFetch(() => Promise.resolve(new Response(listing, { headers })))
  const stop = startInstruments()
  const tag = { venueKey: readVenue().key, etag: '"7"' }
  await waitFor(() => expect(readStored('local', 'legwork.listing-tag')).toEqual(tag))
  stop()
  // A browser that lost only the tag gets it back with the confirmation.
  localStorage.clear()
  replaceFetch((_, { headers: sent }) =>
    Promise.resolve(
      new Headers(sent).get('if-none-match') === '"7"'
        ? new Response(null, { status: 304 })
        : new Response(listing, { headers }),
    ),
  )
  const stopAgain = startInstruments()
  await waitFor(() => expect(readStored('local', 'legwork.listing-tag')).toEqual(tag))
  stopAgain()
})
