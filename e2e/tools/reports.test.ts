// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { closingLine, countPlaywright, countVitest } from './reports.ts'

const vitestFile = (status: string, assertionResults: readonly object[], message = '') => ({
  name: `${process.cwd()}/src/a.test.ts`,
  status,
  message,
  assertionResults,
})
const playwrightTest = (status: string, message?: string) => ({
  title: `ends ${status}`,
  tests: [
    {
      status,
      projectName: 'chromium',
      results: [{ errors: message === undefined ? [] : [{ message, location: { file: 'a.spec.ts', line: 3 } }] }],
    },
  ],
})

describe('the report of vitest', () => {
  test('a passed test passes; a failed one tells where and why', () => {
    const failed = { status: 'failed', fullName: 'adds', failureMessages: ['expected 1 to be 2'] }
    expect(countVitest({ testResults: [vitestFile('failed', [{ status: 'passed', fullName: 'reads' }, failed])] })).toEqual({
      passed: 1,
      failures: ['src/a.test.ts › adds: failed\nexpected 1 to be 2'],
    })
  })
  test('a skipped test has not passed', () => {
    const { passed, failures } = countVitest({ testResults: [vitestFile('passed', [{ status: 'skipped', fullName: 'waits' }])] })
    expect([passed, failures.length]).toEqual([0, 1])
  })
  test('a file that does not load fails, though no test of it did', () => {
    expect(countVitest({ testResults: [vitestFile('failed', [], 'no such module')] }).failures).toEqual(['src/a.test.ts: no such module'])
  })
})

describe('the report of Playwright', () => {
  const suiteOf = (...specs: readonly object[]) => ({ title: 'a.spec.ts', suites: [{ title: 'send', specs }] })
  test('only what went as expected has passed: a flaky or skipped journey has not', () => {
    const report = { suites: [suiteOf(playwrightTest('expected'), playwrightTest('flaky'), playwrightTest('skipped'))] }
    const { passed, failures } = countPlaywright(report)
    expect([passed, failures.length]).toEqual([1, 2])
  })
  test('a failure tells its titles, its words and its place', () => {
    expect(countPlaywright({ suites: [suiteOf(playwrightTest('unexpected', 'no such button'))] }).failures).toEqual([
      'a.spec.ts › send › ends unexpected [chromium]: unexpected\nno such button\n  at a.spec.ts:3',
    ])
  })
  test('an error outside every journey counts', () => {
    expect(countPlaywright({ suites: [], errors: [{ message: 'no tests found' }] })).toEqual({ passed: 0, failures: ['no tests found'] })
  })
})

describe('the closing line', () => {
  const counts = [
    { passed: 3, failures: [] },
    { passed: 2, failures: ['no'] },
  ]
  test('is plain, and names what was skipped only where something was', () => {
    expect(closingLine(counts)).toBe('5 passed, 1 failed')
    expect(closingLine([...counts, { passed: 0, failures: [], skipped: 1 }])).toBe('5 passed, 1 failed, 1 skipped')
  })
})
