import { expect, test } from 'vitest'
import { countsIn, failuresIn, type Night, failuresOf, nightlyPage } from './nightly-page.ts'

const ofSim = `  500 of 1000, 80 seeds/s, 1 failed
✗ the ledger does not balance
  npm run tool -- sim --seeds 1 --from 7
     1200  command place
       30  fill
999 passed, 1 failed (7), 80 seeds/s`
const ofClients = `stdout | concurrent
400 histories: 8000 calls, 10.0 % without an answer, 900 trades`

test('counts are those that the tools print, and nothing else is one', () => {
  expect([...countsIn(ofSim)]).toEqual([
    ['command place', 1200],
    ['fill', 30],
  ])
  expect([...countsIn(ofClients)]).toEqual([
    ['calls', 8000],
    ['calls without an answer', 800],
    ['trades', 900],
  ])
})

test('a failed run names each failure with the command that repeats it, or else says how it ended', () => {
  expect(failuresIn({ ok: false, output: ofSim })).toEqual([
    '✗ the ledger does not balance\n  npm run tool -- sim --seeds 1 --from 7',
  ])
  expect(failuresIn({ ok: false, output: 'Segmentation fault\n' })).toEqual(['Segmentation fault'])
  expect(failuresIn({ ok: true, output: ofSim })).toEqual([])
})

test('the page has the commit, the seeds, the sums of all runs, and says what was not run', () => {
  const night: Night = {
    commit: 'abc',
    node: 'v20',
    beganMs: 0,
    tookMs: 61_000,
    parts: [
      {
        name: 'sim',
        unit: 'a history',
        runs: [
          { from: 100, seeds: 20, tookMs: 1_000, ok: true, output: '   5  fill' },
          { from: 120, seeds: 1_000, tookMs: 59_000, ok: false, output: ofSim },
        ],
      },
      { name: 'walk', unit: 'a walk', runs: [], absent: 'there is no walker' },
    ],
  }
  const page = nightlyPage(night)
  expect(page).toContain('61 s from 1970-01-01T00:00:00.000Z on, commit `abc`, Node v20.\n1 failed.')
  expect(page).toContain('| sim | a history | 100 to 1119 | 1,020 | 1 | 60 s |')
  expect(page).toContain('| walk | a walk | – | NOT RUN: there is no walker | – | – |')
  expect(page).toContain('- **sim**: command place 1,200, fill 35\n')
  expect(page).toContain('npm run tool -- sim --seeds 1 --from 7')
  expect(failuresOf(night)).toHaveLength(1)
})
