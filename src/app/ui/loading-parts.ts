function add(change: number): void {
  const { dataset } = document.documentElement
  const loading = Number(dataset['loading'] ?? 0) + change
  if (loading === 0) delete dataset['loading']
  else dataset['loading'] = String(loading)
}

/** Counts parts being fetched in `<html data-loading>`, which is absent at zero. */
export async function countLoading<Part>(part: Promise<Part>): Promise<Part> {
  add(1)
  try {
    return await part
  } finally {
    add(-1)
  }
}
