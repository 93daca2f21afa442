import { expect, test } from 'vitest'
import { runCommand } from './run-command.ts'

test.each([
  ['sim', ['e2e/tools/simulate.ts', '--seeds', '1']],
  ['sim --desk', ['e2e/tools/simulate.ts', '--desk', '--seeds', '1']],
  ['fuzz', ['e2e/tools/fuzz.ts', '--cases', '20']],
])('npm run tool -- %s runs', async (_, args) => {
  const { output } = await runCommand('tsx', args)
  expect(output).toMatch(/, 0 failed/)
})
