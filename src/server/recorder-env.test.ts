// @vitest-environment node
import { expect, test } from 'vitest'
import { parseEnv } from './http/env.ts'

const problemsOf = (env: Readonly<Record<string, string>>): readonly string[] => {
  const parsed = parseEnv(env)
  return parsed.ok ? [] : parsed.problems
}

test.each([
  ['postgres://legwork@database/legwork', true],
  ['postgres://legwork@127.0.0.1:5433/legwork', true],
  ['postgres://legwork@db.firm.example/legwork?sslmode=verify-full', true],
  ['postgres://legwork@db.firm.example/legwork', false],
  ['postgres://legwork@10.0.0.5/legwork?sslmode=prefer', false],
])('a database is reached over TLS, but for one of this machine: %s', (DATABASE_URL, isTaken) => {
  const problems = problemsOf({ DATABASE_URL })
  if (isTaken) expect(problems).toEqual([])
  else expect(problems).toEqual([expect.stringContaining('without TLS')])
})

test.each([
  ['http://127.0.0.1:8788', true],
  ['http://recorder:8788', true],
  ['https://recorder.firm.example', true],
  ['http://recorder.firm.example:8788', false],
  ['http://user:secret@recorder.firm.example', false],
])('tokens go in plain to a recorder of this machine only: %s', (RECORDER_URL, isTaken) => {
  expect(problemsOf({ RECORDER_URL }).length).toBe(isTaken ? 0 : 1)
})
