/** Before each file of page tests: a wait ends when what it waits for is there, also on a busy machine. What never comes fails after this time. */
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 20_000 })
}
