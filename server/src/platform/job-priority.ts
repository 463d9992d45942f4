/** Of jobs that a person waits for; lower ones are taken first, and a job has 0 otherwise. */
export const awaitedJobPriority = -1;
