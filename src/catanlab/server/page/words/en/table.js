/** Sentences: table. */
export default {
};
