let loading = 0

function add(change: number): void {
  loading += change
  if (loading === 0) delete document.documentElement.dataset['loading']
  else document.documentElement.dataset['loading'] = String(loading)
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
