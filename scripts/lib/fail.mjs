/** Ends the process with the error's message alone: what the scripts throw is meant for whoever runs them. */
export function fail(error) {
  console.error(error.message)
  process.exit(1)
}
