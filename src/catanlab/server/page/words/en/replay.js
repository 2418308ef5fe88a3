/** Sentences: replay. */
export default {
};
