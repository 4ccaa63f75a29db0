// A stack of images on MPI's ranks: gamma-corrected, and compared with a reference image.
//
//     mpirun -np 4 image_stack IMAGES ROWS COLUMNS STACK REFERENCE OUT
//
// STACK holds uint16 pixels, REFERENCE one image of float32; OUT becomes the stack as float32. None has a header; bytes
// are in the machine's order. The mean squared error is printed, exactly and rounded.
//
// Neither OUT nor the error depends on the number of ranks, or on what processors they run: lanewise gives an element the
// same bits wherever it lies, and the errors are added up for each image, then image after image. image_stack.py checks it.

#include <lanewise/lanewise.hpp>

#include <mpi.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using lanewise::index_t;
using lanewise::tensor;

/// MPI counts in int, so what is counted here is images.
template <class T>
class image_file {
public:
    image_file(const char* path, int mode, const lanewise::extents& image) : path_(path), bytes_(sizeof(T)) {
        for (const index_t extent : image) bytes_ *= extent;
        MPI_Type_contiguous(static_cast<int>(bytes_), MPI_BYTE, &image_);
        MPI_Type_commit(&image_);
        MPI_File_open(MPI_COMM_WORLD, path, mode, MPI_INFO_NULL, &file_);
    }
    image_file(const image_file&) = delete;
    image_file& operator=(const image_file&) = delete;
    ~image_file() {
        // All ranks close together; an exception may be of this one alone, and ends in MPI_Abort.
        if (std::uncaught_exceptions() == 0) MPI_File_close(&file_);
        MPI_Type_free(&image_);
    }

    void require_images(index_t count) const {
        MPI_Offset size = 0;
        MPI_File_get_size(file_, &size);
        if (size == count * bytes_) return;
        throw std::runtime_error(path_ + " has " + std::to_string(size) + " bytes instead of " +
                                 std::to_string(count * bytes_));
    }
    void resize(index_t count) { MPI_File_set_size(file_, count * bytes_); }

    void read(index_t first, index_t count, T* to) {
        MPI_File_read_at_all(file_, first * bytes_, to, static_cast<int>(count), image_, MPI_STATUS_IGNORE);
    }
    void write(index_t first, index_t count, const T* from) {
        MPI_File_write_at_all(file_, first * bytes_, from, static_cast<int>(count), image_, MPI_STATUS_IGNORE);
    }

private:
    std::string path_;
    index_t bytes_;
    MPI_Datatype image_ = MPI_DATATYPE_NULL;
    MPI_File file_ = MPI_FILE_NULL;
};

int extent_of(const char* text) {
    const long value = std::strtol(text, nullptr, 10);
    if (value < 1 || value > INT_MAX) throw std::runtime_error(std::string(text) + " is no extent");
    return static_cast<int>(value);
}

void run(char** arguments) {
    const index_t images = extent_of(arguments[1]);
    const index_t rows = extent_of(arguments[2]);
    const index_t columns = extent_of(arguments[3]);
    if (rows * columns > INT_MAX / 4) throw std::runtime_error("an image has 2 GiB or more");
    int rank = 0;
    int ranks = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    // This rank's share: none where there are more ranks than images, which to lanewise is one more extent.
    const index_t first = images * rank / ranks;
    const index_t count = images * (rank + 1) / ranks - first;

    tensor<std::uint16_t> pixels({count, rows, columns});
    image_file<std::uint16_t> stack_file(arguments[4], MPI_MODE_RDONLY, {rows, columns});
    stack_file.require_images(images);
    stack_file.read(first, count, pixels.data());

    tensor<float> reference({rows, columns});
    image_file<float> reference_file(arguments[5], MPI_MODE_RDONLY, {rows, columns});
    reference_file.require_images(1);
    reference_file.read(0, 1, reference.data());

    tensor<float> corrected(pixels.extents());
    lanewise::pow(pixels, 1 / 2.2, corrected, {.scale_bias = lanewise::scale_bias{1 / 65535.0, 0}});
    tensor<float> squares(corrected.extents());
    lanewise::difference_square(corrected, reference, squares); // every image and the same reference

    image_file<float> out(arguments[6], MPI_MODE_CREATE | MPI_MODE_WRONLY, {rows, columns});
    out.resize(images); // a longer file may have been there
    out.write(first, count, corrected.data());

    std::vector<double> sums(static_cast<std::size_t>(images));
    const float* square = squares.data();
    for (index_t image = first; image < first + count; ++image) {
        double sum = 0;
        for (index_t i = 0; i < rows * columns; ++i) sum += *square++;
        sums[static_cast<std::size_t>(image)] = sum;
    }
    // The sum of an image comes from one rank, and 0 from the others: added in any order that is the sum itself.
    MPI_Reduce(rank == 0 ? MPI_IN_PLACE : sums.data(), sums.data(), static_cast<int>(images), MPI_DOUBLE, MPI_SUM, 0,
               MPI_COMM_WORLD);
    if (rank == 0) {
        double sum = 0;
        for (const double image_sum : sums) sum += image_sum;
        const double error = sum / static_cast<double>(images * rows * columns);
        std::printf("mean squared error %a (%.9g)\n", error, error);
    }
}

} // namespace

int main(int count, char** arguments) {
    MPI_Init(&count, &arguments);
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL); // as all of MPI but files has it from the start
    try {
        if (count != 7) throw std::runtime_error("usage: image_stack IMAGES ROWS COLUMNS STACK REFERENCE OUT");
        run(arguments);
    } catch (const std::exception& problem) {
        std::fprintf(stderr, "image_stack: %s\n", problem.what());
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    MPI_Finalize();
}
