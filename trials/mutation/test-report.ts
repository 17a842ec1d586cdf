import { stripVTControlCharacters } from 'node:util'

/** A test that ran. */
interface TestResult {
  /** The end of its file's path. */
  path: string
  title: string
}

export interface Outcome {
  passed: TestResult[]
  /** Tests that ran and failed; none where a file does not even load. */
  failed: TestResult[]
  /** Which test failed and why, or what else went wrong; undefined where all is well. */
  failure?: string | undefined
}

const lineOf = (message = '') => stripVTControlCharacters(message.split('\n')[0] ?? '').slice(0, 200)

interface VitestReport {
  testResults: {
    message: string
    name: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

export function readVitest(report: string): Outcome {
  const { testResults } = JSON.parse(report) as VitestReport
  const resultsOf = (status: string): TestResult[] =>
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter((it) => it.status === status)
        .map(({ fullName }) => ({ path: name, title: fullName })),
    )
  const failures = testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.find(({ status }) => status === 'failed')
    if (!failed && !message) return []
    const said = lineOf(failed?.failureMessages[0] ?? message)
    return [`${name.split('/').at(-1)}: ${failed?.fullName ?? 'does not load'} (${said})`]
  })
  return { passed: resultsOf('passed'), failed: resultsOf('failed'), failure: failures[0] }
}

interface PlaywrightSuite {
  specs: {
    title: string
    file: string
    tests: { results: { status: string; error?: { message?: string } }[] }[]
  }[]
  suites?: PlaywrightSuite[]
}

interface PlaywrightReport {
  suites: PlaywrightSuite[]
  errors: { message?: string }[]
}

export function readPlaywright(report: string): Outcome {
  const { suites, errors } = JSON.parse(report) as PlaywrightReport
  const specsOf = ({ specs, suites: inner = [] }: PlaywrightSuite): PlaywrightSuite['specs'] => [
    ...specs,
    ...inner.flatMap(specsOf),
  ]
  const results = suites
    .flatMap(specsOf)
    .flatMap(({ title, file, tests }) =>
      tests
        .flatMap((test) => test.results)
        .map(({ status, error }) => ({ path: file, title, status, error: error?.message })),
    )
  const failed = results.filter(({ status }) => status === 'failed' || status === 'timedOut')
  const [first] = failed
  return {
    passed: results.filter(({ status }) => status === 'passed'),
    failed,
    failure: first
      ? `${first.path}: ${first.title} (${lineOf(first.error)})`
      : errors[0] && lineOf(errors[0].message),
  }
}
