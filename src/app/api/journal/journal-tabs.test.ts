import { afterEach, expect, it } from 'vitest'
import { madeRow, testOwner } from '../../../testing/journal.fixture.ts'
import { type JournalNews, listenToJournalTabs, onJournalNews } from './journal-tabs.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

it('news of other tabs counts only where it is rows of a journal; junk is ignored', async () => {
  const received: JournalNews[] = []
  ends.push(
    listenToJournalTabs(),
    onJournalNews(news => received.push(news)),
  )
  const other = new BroadcastChannel('legwork.journal')
  ends.push(() => other.close())
  const row = JSON.parse(JSON.stringify(madeRow(0))) as unknown
  const junk = [
    null,
    undefined,
    7,
    'rows',
    [],
    {},
    { owner: testOwner },
    { owner: testOwner, rows: [null] },
    { owner: 5, rows: [] },
    { owner: testOwner, rows: [{ id: 1 }] },
  ]
  for (const each of junk) other.postMessage(each)
  other.postMessage({ owner: testOwner, rows: [row] })
  await expect.poll(() => received.length).toBe(1)
  expect(received[0]).toMatchObject({ owner: testOwner, rows: [row], isOwn: false })
})
